"""The bonus for a priest and for a building tile ("Der Feuer-Bonus")."""

from __future__ import annotations

from collections.abc import Sequence

from ..engine import Choice, Game, Json, Kind, _
from .gods import DECK, god_cards, take_god
from .state import BoraBora, rules
from .status import advance
from .tables import OFFERING

STATUS, SHELL = "status", "shell"


@rules.decision
class FireBonus(Kind):
    """A god card or an offering, and a step of status or a shell: ``(what, step)``.

    ``what`` is ``offering``, a colour that lies open, or ``deck``; ``step`` is ``status`` or
    ``shell``.
    """

    prompt = _("Fire bonus: card or offering, then status or shell")
    first_time = _(
        "Cards and offerings pay for gods, shells buy jewels, and status gives points and "
        "first place."
    )
    public = True

    def choices(self, game: Game[BoraBora], seat: int) -> list[Choice]:
        gifts = [OFFERING, *(source for (source,) in god_cards(game.state))]
        return [(gift, step) for gift in gifts for step in (STATUS, SHELL)]

    def instructions(self, view: Json) -> list[Choice]:
        return [(gift, step) for gift in (OFFERING, DECK) for step in (STATUS, SHELL)]

    def answer(
        self, instruction: Choice, view: Json, choices: Sequence[Choice], *args: object
    ) -> Choice | None:
        return instruction

    def chosen(self, game: Game[BoraBora], seat: int, gift: str, step: str) -> None:
        gain_step(game, seat, step)
        if gift == OFFERING:
            gain_offerings(game, seat, 1)
        else:
            take_god(game, seat, gift)


def gain_step(game: Game[BoraBora], seat: int, step: str) -> None:
    if step == STATUS:
        advance(game, seat, 1)
    else:
        gain_shells(game, seat, 1)


def gain_offerings(game: Game[BoraBora], seat: int, number: int) -> None:
    game.state.boards[seat].offerings += number
    game.tell("offerings_gained", seat=seat, number=number)


def gain_shells(game: Game[BoraBora], seat: int, number: int) -> None:
    game.state.boards[seat].shells += number
    game.tell("shells_gained", seat=seat, number=number)
