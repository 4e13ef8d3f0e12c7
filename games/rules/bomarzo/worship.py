"""The expansion Worship ("Anbetung"): secret cards for being best in a deity's category.

A card is taken before the pawn is placed or after its action, before others may copy that; at most
one in a turn. For 2 goods a seat sees two cards and keeps one of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..engine import Choice, Game, Json, Kind, _
from .state import Bomarzo, rules
from .tables import WORSHIP_PRICE
from .tracks import ways


def offers(state: Bomarzo, seat: int) -> list[Choice]:
    """``("worship",)``, and ``("worship", good, good)`` for each way to pay for a second card."""
    if not state.worship_stack:
        return []
    found: list[Choice] = [("worship",)]
    if len(state.worship_stack) > 1:
        goods = [(good, min(number, WORSHIP_PRICE)) for good, number in state.goods[seat].items()]
        found += [("worship", *way) for way in ways(WORSHIP_PRICE, tuple(goods))]
    return found


def take_worship(game: Game[Bomarzo], seat: int, paid: tuple[str, ...]) -> None:
    state = game.state
    state.took_worship = True
    for good in paid:
        state.goods[seat][good] -= 1
    number = 2 if paid else 1
    cards = [state.worship_stack.pop() for _card in range(number)]
    game.reveal(seat)
    game.tell(
        "worshipped", {seat: {"cards": sorted(cards)}}, seat=seat, number=number, paid=list(paid)
    )
    if paid:
        state.looked_at = cards
        game.ask(seat, KeepWorship)
    else:
        state.worship[seat] += cards


@rules.step
def worship_after(game: Game[Bomarzo], seat: int) -> None:
    """Let a seat that has not taken a card in this turn do so after its action."""
    if game.state.worship_stack and not game.state.took_worship:
        game.ask(seat, TakeWorship)


@rules.decision
class TakeWorship(Kind):
    """``("no",)``, or as in ``Place``: ``("worship",)``, ``("worship", good, good)``."""

    prompt = _("Take a worship card?")
    first_time = _(
        "It scores if you are best in its deity's category at the end, and costs you "
        "points if you are not."
    )
    public = True

    def choices(self, game: Game[Bomarzo], seat: int) -> list[Choice]:
        return [("no",), *offers(game.state, seat)]

    def chosen(self, game: Game[Bomarzo], seat: int, what: str, *paid: str) -> None:
        if what == "worship":
            take_worship(game, seat, paid)

    def instructions(self, view: Json) -> list[Choice]:
        """``("no",)``; ``("no", season)``."""
        return [("no", view["season"]), ("no",)]

    def expires(self, instruction: Choice, view: Json) -> bool:
        return len(instruction) == 2 and instruction[1] != view["season"]

    def answer(
        self, instruction: Choice, view: Json, choices: Sequence[Choice], *args: object
    ) -> Choice | None:
        return None if self.expires(instruction, view) else ("no",)


@rules.decision
class KeepWorship(Kind):
    """The one of two worship cards to keep: ``(deity,)``."""

    prompt = _("Which worship card do you keep?")
    first_time = _(
        "Keep the deity whose category you are going to lead: a card that you do not "
        "fulfil costs you."
    )
    secret = True

    def choices(self, game: Game[Bomarzo], seat: int) -> list[Choice]:
        return [(name,) for name in sorted(game.state.looked_at)]

    def chosen(self, game: Game[Bomarzo], seat: int, name: str) -> None:
        state = game.state
        state.looked_at.remove(name)
        state.worship[seat].append(name)
        (back,) = state.looked_at
        state.worship_stack.append(back)
        state.put_back.append((seat, back, [len(cards) for cards in state.worship]))
        state.looked_at = []
        game.shuffle("worship", state.worship_stack)
        game.tell("kept_worship", {seat: {"card": name}}, seat=seat)
