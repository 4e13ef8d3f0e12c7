"""A turn made step by step on the page behind an e-mail, signed in or not.

A signed link permits acting for one person in one game while one of their turns lasts: as long as
the game has waited for their seat ``since`` then. Where their own step begins another turn at once,
for which no e-mail is sent, it also holds as long as nobody else moves. It opens no later turn, and
allows nothing but choosing, taking back, and confirming. Opening the page changes nothing, because
mail scanners follow links.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.sessions import links
from games.errors import NotFound, Stale
from games.models import Move
from games.moves import actions
from games.pages import inputs
from games.pages.choices import decoded, sent
from games.pages.table.reader import Reader
from games.pages.table.view.tabletop import Tabletop
from games.rules.engine import Choice, IllegalChoice
from games.showing import snapshot
from games.storage.moves import live_moves
from games.storage.position import load

_SALT = "games.messages.turn_by_mail"


@dataclass(frozen=True)
class Turn:
    """A person's turn; ``version`` is that of the question with which the e-mail began."""

    user: User
    game_id: int
    version: int
    since: str

    @property
    def path(self) -> str:
        """The page on which it is made."""
        content = self.game_id, self.version, self.since
        return reverse("mail-turn", args=[links.signed(self.user, *content, salt=_SALT)])


def read_link(token: str) -> Turn | None:
    """The content of a link; None if it is invalid (``accounts.sessions.links``)."""
    found = links.read_link(token, salt=_SALT)
    return Turn(found[0], *found[1]) if found else None


def find_decision(reader: Reader, user: User) -> Turn | None:
    """The reader's open decision; None if it is somebody else's turn."""
    since = _since(reader)
    if reader.seat is None or not since:
        return None
    return Turn(user, reader.game.pk, reader.seat.asked_version, since)


def load_table(turn: Turn, prefix: str = "") -> Tabletop | None:
    """The table with the open question; its links and forms are those of the turn's page.

    ``prefix`` is the beginning of a choice, as in addresses. None once the turn is over, GameError
    for a game that cannot be shown.
    """
    position = load(turn.game_id, turn.user.pk)
    begun = decoded(prefix) or ()
    reader = Reader(position, turn.user.pk, page=turn.path)
    return Tabletop(reader, prefix=begun) if _goes_on(turn, reader) else None


def describe_game(reader: Reader) -> str:
    """The game's type and the other players."""
    others = [name for seat, name in enumerate(reader.people) if seat != reader.me]
    return _("%(game)s with %(others)s") % {"game": reader.name, "others": ", ".join(others)}


def steps(turn: Turn) -> int:
    """How many choices the person has made since the turn began, without those taken back."""
    since, mine = datetime.fromisoformat(turn.since), (turn.user.pk, Move.Action.CHOOSE)
    made = live_moves(turn.game_id)
    return sum((move.user_id, move.action) == mine and move.at > since for move in made)


def choose(turn: Turn, form: Mapping[str, str]) -> str:
    """Make the choice in a form of the page, once however often it is sent; return it in words.

    It is held if the person likes to confirm turns. GameError if it is impossible.
    """
    here, version = _now(turn, form)
    choice = sent(form)
    actions.choose(
        turn.game_id,
        turn.user.pk,
        choice,
        version=version,
        key=key_of(version, choice),
        hold=turn.user.confirm_turns,
    )
    asked = here.choosing
    try:
        return asked.label(asked.decision.find(choice)) if asked else ""
    except IllegalChoice:  # a repeated request
        return ""


def undo(turn: Turn, form: Mapping[str, str]) -> str:
    """Take back the last step; return in words what was done. GameError if that is impossible."""
    _here, version = _now(turn, form)
    actions.undo(turn.game_id, turn.user.pk, version=version)
    return _("The last step is undone.")


def confirm(turn: Turn, form: Mapping[str, str]) -> str:
    """Confirm the turn; return in words what was done. GameError if there is none to confirm."""
    _here, version = _now(turn, form)
    actions.confirm(turn.game_id, turn.user.pk, version=version)
    return _("Confirmed.")


def key_of(version: int, choice: Choice) -> str:
    """The idempotency key of an attempt.

    It is stored with the move, where moderators can read it. From a plain hash they could find a
    secret answer by trying all choices.
    """
    answer = f"{version}/{choice}"
    return f"mail/{salted_hmac(_SALT, answer, algorithm='sha256').hexdigest()[:32]}"


def happened(game_id: int, version: int, reader_id: int | None) -> list[str]:
    """What happened after this version, in words, as far as this reader may know."""
    try:
        position = load(game_id, reader_id)
    except NotFound:  # a private game, and nobody signed in
        return []
    seat = position.seat_of(reader_id)
    log = snapshot.describe_log(position, seat.index if seat else None, version)
    return [entry.text for entry in log if entry.text]


def _now(turn: Turn, form: Mapping[str, str]) -> tuple[Tabletop, int]:
    """The table while the turn lasts, otherwise Stale, and the version that the form was made for.

    That version must belong to this turn, so the form cannot act in a later one.
    """
    here = load_table(turn)
    if here is None:
        raise Stale
    return here, min(inputs.version(form), here.reader.version)


def _goes_on(turn: Turn, reader: Reader) -> bool:
    since = _since(reader)
    if not (turn.since and since):
        return False
    later = Move.objects.filter(game=turn.game_id, at__gt=turn.since)
    return since == turn.since or not later.exclude(seat=reader.me).exists()


def _since(reader: Reader) -> str:
    """Since when the game has waited for the reader; empty when it does not."""
    if reader.seat is None or reader.seat.waiting_since is None or not reader.mine_to_move:
        return ""
    return reader.seat.waiting_since.isoformat()
