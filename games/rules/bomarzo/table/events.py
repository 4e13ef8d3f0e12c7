"""What happened: log lines, and the things on the board that were affected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ...engine import Json, Lines, Player, Text, _, by_player, line, listed, ngettext
from ..reconstructed import VILLAGE
from . import names


def _deities(ids: Sequence[str]) -> Text:
    return listed(names.deity(name) for name in ids)


def _raised(food: int, coin: int) -> Text:
    return names.goods({"food": food, "coin": coin})


def _one(good: str) -> Text:
    return names.number(good, 1)


def _upgraded(card: str) -> Text:
    return names.card(card, 2)


def _drawn(data: Json) -> Text:
    """How many cards were drawn, and which one lay open, to those who do not see them all."""
    message = ngettext("{player} draws {n} card", "{player} draws {n} cards")
    drawn = Text(*message, player=Player(data["seat"]), n=data["number"])
    if data["open"]:
        return Text(_("{drawn}; {card} was on top."), drawn=drawn, card=_upgraded(data["open"]))
    return Text(_("{drawn}."), drawn=drawn)


def _paid(goods: Sequence[str]) -> Text:
    return names.goods(Counter(goods))


def _ordered(order: Sequence[str], worship: Json) -> Text:
    """ "Orco 2, Dea 5"."""
    return listed(Text("{deity} {n}", deity=names.deity(name), n=worship[name]) for name in order)


def _worship_cards(cards: Sequence[Sequence[str]]) -> Text:
    """ "Anna: Orco, Dea, Ben: none"."""
    return listed(
        Text(
            "{player}: {cards}",
            player=Player(seat),
            cards=_deities(own) if own else Text(_("none")),
        )
        for seat, own in enumerate(cards)
    )


LINES: Lines = {
    "kept": (
        line(_("{player} keeps {card}."), card=names.card),
        line(_("{player} keeps a card.")),
    ),
    "got": line(_("{player} takes {goods}."), goods=("good", _one)),
    "worked": (
        line(
            _("{player} moves a worker and reaches a symbol: {track}, space {space}."),
            when="reached",
            track=names.WORKERS,
        ),
        line(_("{player} moves a worker: {track}, space {space}."), track=names.WORKERS),
    ),
    "season_began": (
        line(
            _("Season {season}, {tile}: {rule}. {player} begins."),
            when=lambda data: data["tile"] != "white",
            tile=names.TILES,
            rule=("tile", names.TILE_TEXTS),
        ),
        line(_("Season {season}. {player} begins.")),
    ),
    "produced": line(_("{player} produces {goods}."), goods=names.goods),
    "drew": (line(_("{player} draws {cards}."), when="cards", cards=names.cards), _drawn),
    "discarded": line(_("{player} discards {cards}."), when="cards", cards=names.cards),
    "reshuffled": line(
        ngettext(
            "The discard pile of {n} card is shuffled.",
            "The discard pile of {n} cards is shuffled.",
        ),
        n="number",
    ),
    "worshipped": (
        line(
            _("{player} looks at two worship cards for {paid}: {cards}."),
            when="paid",
            paid=_paid,
            cards=_deities,
        ),
        line(
            _("{player} looks at two worship cards for {paid}."),
            when="paid",
            paid=_paid,
        ),
        line(_("{player} takes a worship card: {cards}."), cards=_deities),
        line(_("{player} takes a worship card.")),
    ),
    "kept_worship": (
        line(_("{player} keeps a worship card: {card}."), card=names.deity),
        line(_("{player} keeps a worship card.")),
    ),
    "harvested": line(
        _("{player} harvests {goods}: {area}."),
        goods=("good", "number", names.number),
        area=("good", names.AREAS),
    ),
    "called": line(_("{player} calls {deity} with {paid}."), deity=names.deity, paid=names.goods),
    "raised": line(
        _("{player} raises the offering on {deity} by {goods}."),
        deity=names.deity,
        goods=("food", "coin", _raised),
    ),
    "used": line(_("{player} uses {ability}."), ability=names.ABILITIES),
    "fell_asleep": line(_("{deity} falls asleep."), deity=names.deity),
    "copied": line(_("{player} copies {deity} for {paid}."), deity=names.deity, paid=names.goods),
    "nothing_to_copy": (
        line(
            _("Nothing is left for {player} to copy of {deity}; the copy is dropped at no cost."),
            when="wanted",
            deity=names.deity,
        ),
        line(_("Nothing is left for {player} to copy of {deity}."), deity=names.deity),
    ),
    "counted_cards": line(
        _("{player} counts cards offered to {deity} as {goods}."),
        deity=names.deity,
        goods=("food", "coin", _raised),
    ),
    "passed": line(_("{player} passes for this season.")),
    "plundered": line(
        _("{player} takes {goods} from {deity}."),
        goods=("good", "number", names.number),
        deity=names.deity,
    ),
    "played": line(_("{player} plays {card}."), card=names.card),
    "upgraded": line(
        _("{player} upgrades {card} to {upgraded}."),
        card=names.card,
        upgraded=("card", _upgraded),
    ),
    "laid_under": (
        line(_("{player} puts {card} under {deity}."), card=names.card, deity=names.deity),
        line(_("{player} puts a card under {deity}."), deity=names.deity),
    ),
    "stepped": line(_("{player} advances: {track}, space {space}."), track=names.TRACKS),
    "first": line(
        _("{player} is the first there and gets 1 point: {track}, space {space}."),
        track=names.TRACKS,
    ),
    "declined": line(_("{player} declines the favour.")),
    "no_favour": line(_("The favour of {deity} is of no use to {player}."), deity=names.deity),
    "mossed": (
        line(
            _("The season ends. Mossy deities: {deities}."),
            when="mossy",
            deities=("mossy", _deities),
        ),
        line(_("The season ends. No deity is mossy.")),
    ),
    "ordered": line(
        _("Cards under the deities are turned over. New order: {order}."),
        order=("order", "worship", _ordered),
    ),
    "chose_symbol": line(
        _("{player} counts {card} as {symbol}."), card=_upgraded, symbol=names.SYMBOLS
    ),
    "showed_worship": line(_("Worship cards: {cards}."), cards=_worship_cards),
    "final_scored": line(
        _("End of the game, {source}: {points}."), source=names.SOURCES, points=by_player
    ),
}


def marks(kind: str, data: Json) -> list[str]:
    """The things on the board that an event touched."""
    seat = data.get("seat")
    match kind:
        case "harvested":
            return [f"area-{data['good']}"]
        case (
            "called"
            | "counted_cards"
            | "raised"
            | "fell_asleep"
            | "copied"
            | "nothing_to_copy"
            | "plundered"
            | "laid_under"
        ):
            return [f"deity-{data['deity']}"]
        case "stepped" | "first":
            return [f"track-{data['track']}"]
        case "worked" | "produced":
            return [f"village-{seat}"]
        case "played" | "upgraded" | "chose_symbol":
            return [f"played-{seat}"]
        case "worshipped":
            return ["worship"]
        case "discarded" if data["cards"]:
            return ["discards"]
        case "drew":
            return ["deck"]
    return []


assert set(names.WORKERS) == set(VILLAGE)
