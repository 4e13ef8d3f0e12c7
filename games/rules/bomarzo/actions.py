"""The action phase ("Aktionsphase"): turns, harvests, calls and passing."""

from __future__ import annotations

from ..engine import Choice, Game, Kind, Text, _
from .copying import copiers, copy_window
from .favours import favour
from .offering import callable_deities, need
from .payments import (
    Offered,
    Paid,
    affordable,
    given,
    means,
    missing,
    offered,
    pay,
    payments,
    readings,
)
from .state import Bomarzo, rules
from .tables import COIN, FOOD, GOODS, HARVEST, RAISE
from .worship import offers, take_worship, worship_after


@rules.step
def begin_actions(game: Game[Bomarzo]) -> None:
    state = game.state
    state.active = state.start
    turn(game)


def turn(game: Game[Bomarzo]) -> None:
    """Let the active seat place a pawn; without one, or with two placed under green, it passes."""
    state = game.state
    seat = state.active
    state.took_worship = False
    if state.may_place(seat):
        game.ask(seat, Place)
    else:
        pass_for_good(game, seat)
        next_turn(game)


@rules.step
def next_turn(game: Game[Bomarzo]) -> None:
    """Go on clockwise to the next seat that has not passed, until all have."""
    state = game.state
    if all(state.passed):
        game.then("clean_up")
        return
    state.active = (state.active + 1) % state.players
    while state.passed[state.active]:
        state.active = (state.active + 1) % state.players
    turn(game)


def pass_for_good(game: Game[Bomarzo], seat: int) -> None:
    game.state.passed[seat] = True
    game.tell("passed", seat=seat)


@rules.decision
class Place(Kind):
    """``("harvest", good)``, ``("call", deity)``, ``("pass",)``; with Worship, before the pawn is
    placed, ``("worship",)`` or ``("worship", good, good)``.
    """

    prompt = _("Place a pawn")
    first_time = _(
        "The first pawn in an area harvests most, and the first call of a deity costs "
        "least. What might others take? Once you pass, you place no pawns."
    )
    public = True

    def choices(self, game: Game[Bomarzo], seat: int) -> list[Choice]:
        state = game.state
        own = means(state, seat)
        found: list[Choice] = [("harvest", good) for good in GOODS if seat not in state.areas[good]]
        found += [
            ("call", name)
            for name in callable_deities(state, seat)
            if affordable(own, need(name, state.park[name]))
        ]
        if state.took_worship and found:
            return found
        return [*found, *(offers(state, seat) if found else ()), ("pass",)]

    def refusals(self, game: Game[Bomarzo], seat: int) -> list[tuple[Choice, Text]]:
        """Areas and deities that are closed to the seat."""
        state, own = game.state, means(game.state, seat)
        found: list[tuple[Choice, Text]] = [
            (("harvest", good), Text(_("Your pawn is there already.")))
            for good in GOODS
            if seat in state.areas[good]
        ]
        open_to_seat = callable_deities(state, seat)
        for name in state.order:
            deity = state.park[name]
            if deity.asleep:
                found.append((("call", name), Text(_("It sleeps until the season is over."))))
            elif name not in open_to_seat:
                found.append((("call", name), Text(_("Your pawn is there already."))))
            elif not affordable(own, need(name, deity)):
                why = Text(
                    _("You cannot offer enough: {missing}."),
                    missing=missing(own, need(name, deity)),
                )
                found.append((("call", name), why))
        return found

    def chosen(self, game: Game[Bomarzo], seat: int, what: str, *which: str) -> None:
        if what == "harvest":
            harvest(game, seat, *which)
        elif what == "call":
            game.ask(seat, Offer, *which)
        elif what == "worship":
            take_worship(game, seat, which)
            game.ask(seat, Place)
        else:
            pass_for_good(game, seat)
            game.end_turn(seat)
            game.then(next_turn)


def harvest(game: Game[Bomarzo], seat: int, good: str) -> None:
    """A pawn in a harvest area ("Aktionen in den Erntebereichen")."""
    state = game.state
    number = HARVEST[good][len(state.areas[good])]
    state.pawns[seat] -= 1
    state.areas[good].append(seat)
    state.goods[seat][good] += number
    game.tell("harvested", seat=seat, good=good, number=number)
    worship_after(game, seat)
    game.end_turn(seat)
    game.then(next_turn)


@rules.decision
class Offer(Kind):
    """Paying a deity: ``("just", amounts)`` or, beyond what is asked, ``("more", amounts)``."""

    prompt = _("What do you offer?")
    first_time = _(
        "The next caller pays what you offer here plus one more good, so a little extra "
        "keeps others away; wine may send the deity to sleep."
    )

    def choices(self, game: Game[Bomarzo], seat: int, name: str) -> list[Choice]:
        state = game.state
        return payments(state, seat, need(name, state.park[name]))

    def chosen(self, game: Game[Bomarzo], seat: int, name: str, _what: str, paid: Paid) -> None:
        call(game, seat, name, paid)


def call(game: Game[Bomarzo], seat: int, name: str, paid: Paid) -> None:
    """A pawn and an offering on a deity ("Aktionen auf den Gottheiten")."""
    state = game.state
    deity = state.park[name]
    offer, cards = offered(need(name, deity), paid)
    if seat in deity.pawns:
        state.untapped(seat, "repetition")[0].tapped = True
        game.tell("used", seat=seat, ability="repetition")
    state.pawns[seat] -= 1
    deity.pawns.append(seat)
    for good, number in given(paid).items():
        deity.goods[good] += number
    game.tell("called", seat=seat, deity=name, paid=paid)
    pay(game, seat, paid)
    if not cards:
        show_favour(game, seat, name, offer)
    elif any(copiers(state, seat, name, price) for price in readings(offer, cards)):
        game.ask(seat, CountCards, name, *offer, cards)
    else:
        show_favour(game, seat, name, readings(offer, cards)[0])


@rules.decision
class CountCards(Kind):
    """How many cards that were offered as goods of any kind are food, and how many coins:
    ``(food, coin)``. It is what a copy costs, and asked only where somebody may copy.
    """

    prompt = _("What do your cards count as?")
    first_time = _(
        "A player who copies you pays what your cards count as: choose what the others lack."
    )
    public = True

    def choices(
        self, game: Game[Bomarzo], seat: int, name: str, food: int, coin: int, wine: int, cards: int
    ) -> list[Choice]:
        return [(cards - n, n) for n in range(cards + 1)]

    def chosen(
        self,
        game: Game[Bomarzo],
        seat: int,
        name: str,
        food: int,
        coin: int,
        wine: int,
        cards: int,
        as_food: int,
        as_coin: int,
    ) -> None:
        game.tell("counted_cards", seat=seat, deity=name, food=as_food, coin=as_coin)
        show_favour(game, seat, name, Offered(food + as_food, coin + as_coin, wine))


def show_favour(game: Game[Bomarzo], seat: int, name: str, price: Offered) -> None:
    """What follows an offering, to the copies of the call."""
    raise_offering(game, seat, name)
    game.then(favour, seat, name)
    game.then(worship_after, seat)
    game.then(called, seat, name, *price)


@rules.step
def raise_offering(game: Game[Bomarzo], seat: int, name: str) -> None:
    """The ability of Raise may be used for each pawn placed."""
    if game.state.untapped(seat, "raise"):
        game.ask(seat, RaiseOffering, name)


@rules.decision
class RaiseOffering(Kind):
    """3 goods of the supply on the deity: ``("raise", food, coin)`` or ``("spare",)``."""

    prompt = _("Use Raise: lay 3 more goods from the supply on the deity?")
    first_time = _("The deity gets dearer for everybody who calls it after you.")
    public = True

    def choices(self, game: Game[Bomarzo], seat: int, name: str) -> list[Choice]:
        return [("spare",), *(("raise", RAISE - coin, coin) for coin in range(RAISE + 1))]

    def chosen(
        self, game: Game[Bomarzo], seat: int, name: str, what: str, food: int = 0, coin: int = 0
    ) -> None:
        if what == "spare":
            return
        goods = game.state.park[name].goods
        goods[FOOD] += food
        goods[COIN] += coin
        game.state.untapped(seat, "raise")[0].tapped = True
        game.tell("raised", seat=seat, deity=name, food=food, coin=coin)
        game.then(raise_offering, seat, name)


@rules.step
def called(game: Game[Bomarzo], seat: int, name: str, food: int, coin: int, wine: int) -> None:
    """End a call: with two wine the deity falls asleep; otherwise others may copy it."""
    if game.state.park[name].asleep:
        game.tell("fell_asleep", deity=name)
    game.end_turn(seat)
    copy_window(game, seat, name, Offered(food, coin, wine))
    game.then(next_turn)
