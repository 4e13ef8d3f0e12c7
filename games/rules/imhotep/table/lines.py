"""Log lines: what has happened, in words."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine import (
    Json,
    Lines,
    Player,
    Text,
    _,
    by_player,
    from_one,
    line,
    listed,
    ngettext,
)
from . import names
from .parts import held


def source(name: str) -> Text:
    """The name of a source of points, or of the tie-breaker."""
    return Text(names.SOURCES[name])


def _sides(sides: Json) -> Text:
    """ "Market B, Pyramid A"."""
    return listed(
        Text("{site} {side}", site=Text(title), side=sides[site])
        for site, title in names.SITES.items()
        if site in sides
    )


def _shares(points: Sequence[int]) -> Text:
    """ "Anna 3, Ben 1", without seats that got none."""
    return by_player({seat: own for seat, own in enumerate(points) if own})


def _discarded(cards: Sequence[int]) -> Text:
    return held(cards[0]) if cards else Text(_("none"))


def _brings_points(data: Json) -> bool:
    return any(data["points"])


def _refilled(data: Json) -> Text:
    """Name the new card unless cards are hidden."""
    if "card" not in data:
        return Text(_("A new card is laid out at the market."))
    return Text(_("New at the market: {card}."), card=held(data["card"]))


_TO_SITE = ("site", names.TO_SITES)
_POINTS = _("Points from {source}: {points}.")

LINES: Lines = {
    "round_began": line(_("Round {round}: {player} begins.")),
    "stones_taken": line(
        ngettext("{player} takes {n} stone.", "{player} takes {n} stones."), n=("stones", len)
    ),
    "stone_loaded": line(
        _("{player} puts a stone on boat {boat}, place {field}."), boat=from_one, field=from_one
    ),
    "boat_sailed": line(
        _("{player} sails boat {boat} {to_site}."), boat=from_one, to_site=_TO_SITE
    ),
    "stone_delivered": (
        line(
            ngettext(
                "{player}'s stone goes to {pyramid}: {n} point.",
                "{player}'s stone goes to {pyramid}: {n} points.",
            ),
            n="points",
            pyramid=dict(enumerate(names.PYRAMIDS)),
        ),
        line(
            ngettext(
                "{player}'s stone goes {to_site}: {n} point.",
                "{player}'s stone goes {to_site}: {n} points.",
            ),
            when="points",
            n="points",
            to_site=_TO_SITE,
        ),
        line(
            _("{player}'s stone goes {to_site}."),
            when=lambda data: data["site"] != "market",
            to_site=_TO_SITE,
        ),
    ),
    "card_taken": (
        line(_("{player} takes {card} from the market."), card=held),
        line(_("{player} takes a card from the market.")),
    ),
    "card_played": line(_("{player} plays: {card}."), card=held),
    "red_card_used": line(
        _("{player} has no stone left in the quarry, so the card has no effect."),
        when=lambda data: not data["stone"],
    ),
    "deck_shuffled": line(_("The discarded cards are shuffled into a new draw pile.")),
    "stones_returned": line(
        _("The stones on boats that did not sail go back to the quarry."),
        when=lambda data: "site" not in data,
    ),
    "sides_drawn": line(_("The sides of the boards are drawn: {sides}."), sides=_sides),
    "card_drawn": (
        line(_("{player} takes the top card of the draw pile: {card}."), card=held),
        line(_("{player} takes the top card of the draw pile.")),
    ),
    "packet_taken": line(_("{player} looks at the face-down cards.")),
    "packet_kept": (
        line(_("{player} keeps: {card}; discarded: {discarded}."), card=held, discarded=_discarded),
        line(_("{player} keeps one of the cards; discarded: {discarded}."), discarded=_discarded),
    ),
    "packet_laid": line(_("New cards are laid face down at the market.")),
    "market_refilled": _refilled,
    "coin_paid": line(_("{player} pays a coin for another card.")),
    "imhotep_met": line(_("{player} met Imhotep, who moves on.")),
    "temple_rewarded": line(
        ngettext(
            "{player}: {n} point for a stone at the temple.",
            "{player}: {n} points for a stone at the temple.",
        ),
        n="points",
    ),
    "scaffold_laid": line(
        _("New tiles at the temple: {tiles}."), tiles=lambda tiles: " ".join(map(str, tiles))
    ),
    "private_quarry_used": line(
        ngettext(
            "{player} has a private quarry: {n} point.",
            "{player} has a private quarry: {n} points.",
        ),
        n="points",
    ),
    "supply_returned": line(
        ngettext(
            "{player} puts {n} stone back into the quarry.",
            "{player} puts {n} stones back into the quarry.",
        ),
        n=("stones", len),
    ),
    "stone_rafted": line(_("{player} sends a stone by raft {to_site}."), to_site=_TO_SITE),
    "private_boat_sailed": line(_("{player} sails the private boat {to_site}."), to_site=_TO_SITE),
    "wager_placed": (
        line(
            _("{player} wagers on the second field: {site}."),
            when="field",
            site=names.SITES,
        ),
        line(_("{player} wagers on the first field: {site}."), site=names.SITES),
    ),
    "favour_chosen": line(_("{player} uses the Pharaoh's favour: {favour}."), favour=names.FAVOURS),
    "prophesied": line(_("{player} prophesies: {prophecy}."), prophecy=names.PROPHECIES),
    "passed": line(_("{player} can do nothing and passes.")),
    "round_ended": line(_("Round {round} ends.")),
    "temple_scored": line(
        _POINTS,
        when=_brings_points,
        source=source("temple"),
        points=_shares,
    ),
    "final_scored": line(_POINTS, when=_brings_points, source=source, points=_shares),
}


def join(kind: str, several: Sequence[Json]) -> Text | None:
    """One line for events of a seat that follow each other; None where each has its own."""
    first, n = several[0], len(several)
    match kind:
        case "stone_delivered" if first["site"] != "market" and "pyramid" not in first:
            delivered = Text(
                *ngettext(
                    "{n} of {player}'s stones goes {to_site}",
                    "{n} of {player}'s stones go {to_site}",
                ),
                player=Player(first["seat"]),
                to_site=Text(names.TO_SITES[first["site"]]),
                n=n,
            )
            points = sum(data["points"] for data in several)
            if not points:
                return Text(_("{delivered}."), delivered=delivered)
            gained = Text(*ngettext("{n} point", "{n} points"), n=points)
            return Text(_("{delivered}: {gained}."), delivered=delivered, gained=gained)
        case "temple_rewarded":
            return Text(
                *ngettext(
                    "{player}: {n} point for stones at the temple.",
                    "{player}: {n} points for stones at the temple.",
                ),
                player=Player(first["seat"]),
                n=sum(data["points"] for data in several),
            )
        case "market_refilled" if all("card" in data for data in several):
            cards = listed(held(data["card"]) for data in several)
            return Text(_("New at the market: {card}."), card=cards)
    return None
