"""The helper: pips of a die exchanged for things ("Aktion Helfer")."""

from __future__ import annotations

from ..engine import Choice, Game, Kind, Text, _
from .fire import gain_offerings, gain_shells
from .gods import god_cards, take_god
from .materials import lay_material, spots
from .people import push, upright
from .reconstructed import PEOPLE
from .state import BoraBora, rules, score
from .status import advance
from .tables import MAN, OFFERING, PIPS


@rules.step
def helper(game: Game[BoraBora], seat: int, pips: int) -> None:
    """Ask what the next pips are for, until all are spent."""
    account = game.state.account
    if account is not None:
        account.left = pips
    if pips:
        game.ask(seat, Exchange, pips)


@rules.decision
class Exchange(Kind):
    """``("push", sex, kind)``, ``("god", colour or "deck")``, ``("material", field or name)``,
    ``("offering",)``, ``("hut",)``; ``("points",)`` for all the pips that are left.
    """

    prompt = _("What does your helper give?")
    first_time = _(
        "The helper turns pips into what you lack. Pushing a person down brings all their "
        "status steps or shells; moving a hut makes room for a person."
    )
    public = True

    def choices(self, game: Game[BoraBora], seat: int, pips: int) -> list[Choice]:
        state = game.state
        board = state.boards[seat]
        found: list[Choice] = [
            ("push", sex, kind)
            for sex, kind in dict.fromkeys(PEOPLE[person][:2] for person in upright(state, seat))
        ]
        if pips >= PIPS[OFFERING]:
            found.append((OFFERING,))
            found += [("god", source) for (source,) in god_cards(state)]
            found += [("material", spot) for spot in spots(board)]
            if board.huts:
                found.append(("hut",))
        found.append(("points",))
        return found

    def refusals(self, game: Game[BoraBora], seat: int, pips: int) -> list[tuple[Choice, Text]]:
        found: list[tuple[Choice, Text]] = []
        if pips < PIPS[OFFERING]:
            dear = Text(_("Costs {n} pips"), n=PIPS[OFFERING])
            found += [((what,), dear) for what in (OFFERING, "god", "material", "hut")]
        elif not game.state.boards[seat].huts:
            found.append((("hut",), Text(_("All your huts are on space 12 or on the islands"))))
        if not upright(game.state, seat):
            found.append((("push",), Text(_("You have nobody left to push down"))))
        return found

    def chosen(
        self, game: Game[BoraBora], seat: int, pips: int, what: str, *which: str | int
    ) -> None:
        spent = pips if what == "points" else PIPS[what]
        if what == "points":
            score(game.state, seat, "helper", pips)
            game.tell("points_gained", seat=seat, points=pips)
        elif what == "push":
            sex, kind = str(which[0]), str(which[1])
            count = push(game, seat, sex, kind)
            (advance if sex == MAN else gain_shells)(game, seat, count)
        elif what == "god":
            take_god(game, seat, str(which[0]))
        elif what == "material":
            lay_material(game, seat, which[0])
        elif what == "hut":
            store_huts(game, seat, 1)
        else:
            gain_offerings(game, seat, 1)
        game.then(helper, seat, pips - spent)


def store_huts(game: Game[BoraBora], seat: int, number: int) -> None:
    """Move this many huts to space 12, as far as there are any ("Hütte versetzen")."""
    board = game.state.boards[seat]
    moved = min(number, board.huts)
    board.huts -= moved
    board.stored += moved
    game.tell("huts_moved", seat=seat, number=moved)
