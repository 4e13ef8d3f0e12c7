"""Choices that an e-mail offers as links, for questions with few answers.

A signed link is the permission to give exactly this answer to exactly this question for exactly
one person, signed in or not: whoever is forwarded the e-mail has it too, so the page says for whom
it acts, and tells afterwards no more than its reader may know anyway. Looking at the page does
nothing, for mail scanners follow links.
"""

from dataclasses import dataclass
from datetime import timedelta

from django.core import signing
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from accounts.models import User
from games import words
from games.errors import NotFound
from games.moves import actions
from games.pages.choosing import Choosing
from games.pages.tabletop import Tabletop
from games.rules.engine import Choice
from games.rules.engine.decision import has_amounts
from games.showing import snapshot
from games.storage.position import load

#: Questions with more answers than this are answered at the table.
FEW = 4
#: How long a link can be used, if its question is still open.
VALID = timedelta(days=30)

_SALT = "games.messages.one_tap"


@dataclass(frozen=True)
class Tap:
    """A choice for somebody: the answer to what was asked of his seat at ``version``."""

    user: User
    game_id: int
    version: int
    choice: Choice

    @property
    def path(self) -> str:
        """The page that asks once more, and then takes it."""
        content = [self.user.pk, self.game_id, self.version, self.choice]
        return reverse("mail-choice", args=[signing.dumps(content, salt=_SALT, compress=True)])


@dataclass(frozen=True)
class Offer:
    """What a link would do now, in words: ``about`` which game, the question and the answer."""

    tap: Tap
    about: str
    question: str
    answer: str


def read(token: str) -> Tap | None:
    """What a link is about; None for one that is too old, not ours, or of a closed account."""
    try:
        user_id, game_id, version, choice = signing.loads(token, salt=_SALT, max_age=VALID)
    except signing.BadSignature:
        return None
    user = User.objects.filter(pk=user_id, is_active=True).first()
    return Tap(user, game_id, version, tuple(choice)) if user else None


def offers(table: Tabletop, user: User) -> list[Offer]:
    """Every answer to what this table asks of its reader, if they are few; else none. Of answers
    that read the same, such as one of two equal cards, there is one."""
    decision = table.decision
    if decision is None or table.seat is None or len(decision.choices) > FEW:
        return []
    if any(map(has_amounts, decision.choices)):
        return []
    version = table.seat.asked_version
    taps = [Tap(user, table.game.pk, version, choice) for choice in decision.choices]
    found: dict[str, Offer] = {}
    for tap in taps:
        offer = _offer(table, tap)
        found.setdefault(offer.answer, offer)
    return list(found.values())


def still(tap: Tap) -> Offer | None:
    """What the link would do; None once its question is no longer open. GameError for a game that
    cannot be looked at."""
    table = Tabletop(load(tap.game_id, tap.user.pk), tap.user.pk)
    decision, seat = table.decision, table.seat
    if decision is None or seat is None or seat.asked_version > tap.version:
        return None
    return _offer(table, tap) if tap.choice in decision.choices else None


def take(tap: Tap) -> None:
    """Make the choice, once however often it is asked for; GameError if it cannot be made."""
    answer = f"{tap.version}/{tap.choice}"
    # It is stored with the move, where moderators can read it: from a plain hash they could tell a
    # secret answer by trying all there are.
    key = f"mail/{salted_hmac(_SALT, answer, algorithm='sha256').hexdigest()[:32]}"
    actions.choose(tap.game_id, tap.user.pk, tap.choice, version=tap.version, key=key)


def happened(tap: Tap, reader_id: int | None) -> list[str]:
    """What came after the question, in words, as this reader may know it."""
    try:
        position = load(tap.game_id, reader_id)
    except NotFound:  # a private game, and nobody signed in
        return []
    seat = position.seat_of(reader_id)
    log = snapshot.log(position, seat.index if seat else None, tap.version)
    return [entry["text"] for entry in log if entry["text"]]


def _offer(table: Tabletop, tap: Tap) -> Offer:
    assert table.decision is not None  # noqa: S101  asked before
    others = [name for seat, name in enumerate(table.people) if seat != table.me]
    prompt = words.prompt(table.type, table.decision, table.view)
    choosing = Choosing(table.type, table.decision, table.view, table.people)
    return Offer(
        tap,
        about=_("%(game)s with %(others)s") % {"game": table.name, "others": ", ".join(others)},
        question=words.plain(prompt, table.people),
        answer=choosing.label(tap.choice),
    )
