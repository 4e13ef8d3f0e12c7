"""Choices that an e-mail offers as links, for questions with few answers.

A signed link permits exactly this answer to exactly this question for exactly one person, signed in
or not. Anyone to whom the e-mail is forwarded has the link too, so the page says for whom it acts,
and afterwards shows no more than its reader may know anyway. Where the turn goes on, it leads to
the page for the rest of the turn (``turn_by_mail``). Opening the page changes nothing, because mail
scanners follow links.
"""

from dataclasses import dataclass

from django.urls import reverse

from accounts.models import User
from accounts.sessions import links
from games.messages import turn_by_mail
from games.messages.turn_by_mail import Turn
from games.moves import actions
from games.pages.table.reader import Reader
from games.pages.table.view.choosing import Choosing
from games.rules.engine import Choice
from games.rules.engine.decision import has_amounts
from games.storage.position import load
from games.words import table_package, texts

#: Questions with more answers than this are answered at the table.
FEW = 4

_SALT = "games.messages.one_tap"


@dataclass(frozen=True)
class Tap:
    """A person's choice: the answer to their seat's question at ``version``.

    ``since`` identifies the turn: it is when the game began to wait for the seat.
    """

    user: User
    game_id: int
    version: int
    choice: Choice
    since: str = ""

    @property
    def turn(self) -> Turn:
        """The turn that it belongs to."""
        return Turn(self.user, self.game_id, self.version, self.since)

    @property
    def path(self) -> str:
        """The page that asks for confirmation, and then makes the choice."""
        content = self.game_id, self.version, self.choice, self.since
        return reverse("mail-choice", args=[links.signed(self.user, *content, salt=_SALT)])


@dataclass(frozen=True)
class Offer:
    """The effect of a link, in words: ``about`` which game, the question and the answer."""

    tap: Tap
    about: str
    question: str
    answer: str


def read_link(token: str) -> Tap | None:
    """The content of a link; None if it is invalid (``accounts.sessions.links``)."""
    found = links.read_link(token, salt=_SALT)
    if found is None:
        return None
    user, (game_id, version, choice, since) = found
    return Tap(user, game_id, version, tuple(choice), since)


def offers(reader: Reader, user: User) -> list[Offer]:
    """Every answer to this table's question to its reader, if they are few; otherwise none.

    Of answers with the same words, such as two equal cards, there is one.
    """
    decision, turn = reader.decision, turn_by_mail.find_decision(reader, user)
    if decision is None or turn is None or len(decision.choices) > FEW:
        return []
    if any(map(has_amounts, decision.choices)):
        return []
    taps = [
        Tap(user, turn.game_id, turn.version, choice, turn.since) for choice in decision.choices
    ]
    found: dict[str, Offer] = {}
    for tap in taps:
        offer = _offer(reader, tap)
        found.setdefault(offer.answer, offer)
    return list(found.values())


def still(tap: Tap) -> Offer | None:
    """The effect of the link now; None once its question is no longer open.

    GameError for a game that cannot be shown.
    """
    reader = Reader(load(tap.game_id, tap.user.pk), tap.user.pk)
    decision, seat = reader.decision, reader.seat
    if decision is None or seat is None or seat.asked_version > tap.version:
        return None
    return _offer(reader, tap) if tap.choice in decision.choices else None


def make_choice(tap: Tap) -> None:
    """Make the choice, once however often it is sent, and held if the person likes to confirm
    turns.

    GameError if it is impossible.
    """
    actions.choose(
        tap.game_id,
        tap.user.pk,
        tap.choice,
        version=tap.version,
        key=turn_by_mail.key_of(tap.version, tap.choice),
        hold=tap.user.confirm_turns,
    )


def _offer(reader: Reader, tap: Tap) -> Offer:
    assert reader.decision is not None  # a repeated request
    prompt = table_package.prompt(reader.type, reader.decision, reader.view)
    choosing = Choosing(reader.type, reader.decision, reader.view, reader.people)
    return Offer(
        tap,
        about=turn_by_mail.describe_game(reader),
        question=texts.plain(prompt, reader.people),
        answer=choosing.label(tap.choice),
    )
