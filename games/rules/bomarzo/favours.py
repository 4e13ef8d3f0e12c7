"""What the deities do for those who call or copy them ("Anhang: Merkmale der Gottheiten").

Steps of Dea, draws of Genio and the goods of Orco are taken in full as far as possible, as all can
see them; playing, upgrading, Tartaruga and Drago may be declined, as a duty could not be checked.
"""

from __future__ import annotations

from collections.abc import Callable

from ..engine import Choice, Game, Kind, _
from .development import PlayCard, usable
from .drawing import discard_from_hand, draw_event
from .knowledge import move_unseen
from .offering import goods_on
from .state import Bomarzo, rules
from .tables import GENIO_CARDS, PLAYS, TARTARUGA_CARDS, TRACK_END, WORKER_STEPS
from .tracks import advance, advance_worker, board_steps, worker_room, worker_steps


@rules.step
def favour(game: Game[Bomarzo], seat: int, name: str) -> None:
    """Grant a deity's favour, unless all can see that it is of no use."""
    if may_help(game.state, seat, name):
        FAVOURS[name](game, seat)
    else:
        game.tell("no_favour", seat=seat, deity=name)


def may_help(state: Bomarzo, seat: int, name: str, spent: int = 0) -> bool:
    """Whether a favour may change anything, as far as everybody can see, after spending this many
    hand cards."""
    hand = len(state.hands[seat]) - spent
    if name == "genio":
        return bool(state.deck or state.discards)
    if name == "orco":
        return any(goods_on(deity) for other, deity in state.park.items() if other != "orco")
    if name == "dea":
        return any(worker_room(state, seat).values())
    if name == "tartaruga":
        return hand > 0 and min(state.steps[seat].values()) < TRACK_END
    if name == "drago":
        return hand > 0
    return usable(state, seat, PLAYS[name], spent)


def genio(game: Game[Bomarzo], seat: int) -> None:
    draw_event(game, seat, GENIO_CARDS, "favour")


def orco(game: Game[Bomarzo], seat: int) -> None:
    game.ask(seat, Plunder)


@rules.decision
class Plunder(Kind):
    """Orco: a good of each other deity, ``("each",)``, or all of one, ``("all", deity, good)``."""

    prompt = _("What do you take from the other deities?")
    first_time = _(
        "What you take is missing there, so those deities get cheaper for the next caller."
    )
    public = True

    def choices(self, game: Game[Bomarzo], seat: int) -> list[Choice]:
        park = game.state.park
        found: list[Choice] = [("each",)]
        for name in game.state.order:
            if name != "orco":
                found += [("all", name, good) for good in goods_on(park[name])]
        return found

    def chosen(
        self, game: Game[Bomarzo], seat: int, what: str, name: str = "", good: str = ""
    ) -> None:
        state = game.state
        if what == "all":
            take(game, seat, name, good, state.park[name].goods[good])
            return
        for name in state.order:
            kinds = goods_on(state.park[name]) if name != "orco" else {}
            if len(kinds) > 1:
                game.ask(seat, PlunderOne, name)
            elif kinds:
                take(game, seat, name, next(iter(kinds)), 1)


@rules.decision
class PlunderOne(Kind):
    """Orco: which good of a deity that has both, ``(good,)``."""

    prompt = _("Which good do you take from this deity?")
    first_time = _(
        "Take the good that you need for your next offering, or the good of which others "
        "have less than you."
    )
    public = True

    def choices(self, game: Game[Bomarzo], seat: int, name: str) -> list[Choice]:
        return [(good,) for good in goods_on(game.state.park[name])]

    def chosen(self, game: Game[Bomarzo], seat: int, name: str, good: str) -> None:
        take(game, seat, name, good, 1)


def take(game: Game[Bomarzo], seat: int, name: str, good: str, number: int) -> None:
    state = game.state
    state.park[name].goods[good] -= number
    state.goods[seat][good] += number
    game.tell("plundered", seat=seat, deity=name, good=good, number=number)


def dea(game: Game[Bomarzo], seat: int) -> None:
    game.ask(seat, MoveWorkers)


@rules.decision
class MoveWorkers(Kind):
    """Dea, and setting up: 2 steps in the village, ``(track, track)``."""

    prompt = _("Which workers take your 2 steps?")
    first_time = _(
        "A worker that has reached a symbol gives its good or a card in every season; a "
        "pawn comes at once and stays."
    )
    public = True

    def choices(self, game: Game[Bomarzo], seat: int) -> list[Choice]:
        return worker_steps(game.state, seat, WORKER_STEPS)

    def chosen(self, game: Game[Bomarzo], seat: int, *tracks: str) -> None:
        for track in tracks:
            advance_worker(game, seat, track)


def develop(symbol: str) -> Callable[[Game[Bomarzo], int], None]:
    """Gigante, Elefante, Balena: play or upgrade a card with their symbol."""

    def ask(game: Game[Bomarzo], seat: int) -> None:
        game.ask(seat, PlayCard, symbol)

    return ask


def tartaruga(game: Game[Bomarzo], seat: int) -> None:
    game.ask(seat, TradeCards)


@rules.decision
class TradeCards(Kind):
    """Tartaruga: a step for each card given, ``(track, track)``, ``(track,)``, ``("decline",)``."""

    prompt = _("On which tracks do you advance, discarding a card for each step?")
    first_time = _(
        "Cards that you will not play become steps, and the first player on a marked "
        "space gets a point."
    )
    public = True

    def choices(self, game: Game[Bomarzo], seat: int) -> list[Choice]:
        most = min(TARTARUGA_CARDS, len(game.state.hands[seat]))
        return [("decline",), *board_steps(game.state, seat, most)]

    def chosen(self, game: Game[Bomarzo], seat: int, *tracks: str) -> None:
        if tracks == ("decline",):
            game.tell("declined", seat=seat)
            return
        discard_from_hand(game, seat, len(tracks))
        game.then(trade, seat, *tracks)


@rules.step
def trade(game: Game[Bomarzo], seat: int, *tracks: str) -> None:
    for track in dict.fromkeys(tracks):
        advance(game, seat, track, tracks.count(track))


def drago(game: Game[Bomarzo], seat: int) -> None:
    game.ask(seat, ChooseShrine)


@rules.decision
class ChooseShrine(Kind):
    """Drago: the deity that gets a hand card: ``(deity,)`` or ``("decline",)``."""

    prompt = _("Which deity do you put a card under?")
    first_time = _(
        "At the end worship values decide which deities are in front and pay most: help "
        "one whose category you lead."
    )
    public = True

    def choices(self, game: Game[Bomarzo], seat: int) -> list[Choice]:
        return [("decline",), *((name,) for name in game.state.order)]

    def chosen(self, game: Game[Bomarzo], seat: int, name: str) -> None:
        if name == "decline":
            game.tell("declined", seat=seat)
            return
        if len(game.state.hands[seat]) > 1:
            game.ask(seat, PutUnder, name)
        else:
            put_under(game, seat, name, game.state.hands[seat][0])
        game.then(once_more, seat)


@rules.decision
class PutUnder(Kind):
    """Drago: the hand card that goes face down under a deity: ``(card,)``."""

    prompt = _("Which card do you put under the deity?")
    first_time = _(
        "Only the worship value counts there, so a card that you will not play is good enough."
    )
    secret = True

    def choices(self, game: Game[Bomarzo], seat: int, name: str) -> list[Choice]:
        return [(card,) for card in sorted(game.state.hands[seat])]

    def chosen(self, game: Game[Bomarzo], seat: int, name: str, card: str) -> None:
        put_under(game, seat, name, card)


def put_under(game: Game[Bomarzo], seat: int, name: str, card: str) -> None:
    """Put a hand card face down under a deity; a seat with a single card is not asked which."""
    state = game.state
    state.hands[seat].remove(card)
    state.park[name].under.append((card, seat))
    move_unseen(state, seat, card)
    game.tell("laid_under", {seat: {"card": card}}, seat=seat, deity=name)


@rules.step
def once_more(game: Game[Bomarzo], seat: int) -> None:
    """Let a seat use the Dragon: put another card under the same or another deity."""
    if game.state.hands[seat] and game.state.untapped(seat, "dragon"):
        game.ask(seat, UseDragon)


@rules.decision
class UseDragon(ChooseShrine):
    """The Dragon: as ``ChooseShrine``."""

    prompt = _("Use Dragon: put another card under a deity?")

    def chosen(self, game: Game[Bomarzo], seat: int, name: str) -> None:
        if name != "decline":
            game.state.untapped(seat, "dragon")[0].tapped = True
            game.tell("used", seat=seat, ability="dragon")
        super().chosen(game, seat, name)


FAVOURS: dict[str, Callable[[Game[Bomarzo], int], None]] = {
    "genio": genio,
    "orco": orco,
    "dea": dea,
    "tartaruga": tartaruga,
    "drago": drago,
    **{name: develop(symbol) for name, symbol in PLAYS.items()},
}
