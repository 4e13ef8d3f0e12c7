"""What has happened, in words."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine import Json, Player, Text, _, ngettext
from . import names
from .parts import held, listed, place


def log(kind: str, data: Json) -> Text | None:
    """A log line, None for an event that another line tells."""
    player = Player(data["seat"]) if "seat" in data else None
    match kind:
        case "round_began":
            return Text(_("Round {round}: {player} begins."), round=data["round"], player=player)
        case "stones_taken":
            return Text(
                *ngettext("{player} takes {n} stone.", "{player} takes {n} stones."),
                player=player,
                n=len(data["stones"]),
            )
        case "stone_loaded":
            return Text(
                _("{player} puts a stone on boat {boat}, place {field}."),
                player=player,
                **place(data["boat"], data["field"]),
            )
        case "boat_sailed":
            return Text(
                _("{player} sails boat {boat} {to_site}."),
                player=player,
                boat=data["boat"] + 1,
                to_site=Text(names.TO_SITES[data["site"]]),
            )
        case "stone_delivered" if data["points"]:
            return Text(
                *ngettext(
                    "A stone of {player} comes {to_site}: {n} point.",
                    "A stone of {player} comes {to_site}: {n} points.",
                ),
                player=player,
                to_site=Text(names.TO_SITES[data["site"]]),
                n=data["points"],
            )
        case "stone_delivered" if data["site"] != "market":
            return Text(
                _("A stone of {player} comes {to_site}."),
                player=player,
                to_site=Text(names.TO_SITES[data["site"]]),
            )
        case "card_taken" if "card" not in data:
            return Text(_("{player} takes a card from the market."), player=player)
        case "card_taken":
            return Text(
                _("{player} takes from the market: {card}."),
                player=player,
                card=held(data["card"]),
            )
        case "card_played":
            return Text(_("{player} plays: {card}."), player=player, card=held(data["card"]))
        case "red_card_used" if not data["stone"]:
            return Text(
                _("{player} has no stone left in the quarry; the card is discarded."),
                player=player,
            )
        case "deck_shuffled":
            return Text(_("The discarded cards are shuffled into a new draw pile."))
        case "stones_returned" if "site" not in data:
            return Text(_("The stones on boats that did not sail go back to the quarry."))
        case "sides_drawn":
            return Text(
                _("The sides of the boards are drawn: {sides}."), sides=_sides(data["sides"])
            )
        case "card_drawn" if "card" not in data:
            return Text(_("{player} takes the top card of the draw pile."), player=player)
        case "card_drawn":
            return Text(
                _("{player} takes the top card of the draw pile: {card}."),
                player=player,
                card=held(data["card"]),
            )
        case "packet_taken":
            return Text(_("{player} looks at the cards lying face down."), player=player)
        case "packet_kept":
            return _kept(data)
        case "packet_laid":
            return Text(_("New cards are laid face down at the market."))
        case "market_refilled" if "card" not in data:
            return Text(_("A new card is laid out at the market."))
        case "market_refilled":
            return Text(_("New at the market: {card}."), card=held(data["card"]))
        case "coin_paid":
            return Text(_("{player} pays a coin for another card."), player=player)
        case "imhotep_met":
            return Text(_("{player} met Imhotep, who moves on."), player=player)
        case "temple_rewarded":
            return Text(
                *ngettext(
                    "{player}: {n} point for a stone at the temple.",
                    "{player}: {n} points for a stone at the temple.",
                ),
                player=player,
                n=data["points"],
            )
        case "scaffold_laid":
            return Text(
                _("New tiles at the temple: {tiles}."),
                tiles=" ".join(str(tile) for tile in data["tiles"]),
            )
        case "private_quarry_used":
            return Text(
                *ngettext(
                    "{player} has a private quarry: {n} point.",
                    "{player} has a private quarry: {n} points.",
                ),
                player=player,
                n=data["points"],
            )
        case "supply_returned":
            return Text(
                *ngettext(
                    "{player} puts {n} stone back into the quarry.",
                    "{player} puts {n} stones back into the quarry.",
                ),
                player=player,
                n=len(data["stones"]),
            )
        case "stone_rafted" | "private_boat_sailed":
            message = (
                _("{player} sends a stone by raft {to_site}.")
                if kind == "stone_rafted"
                else _("{player} sails the private boat {to_site}.")
            )
            return Text(message, player=player, to_site=Text(names.TO_SITES[data["site"]]))
        case "wager_placed":
            return Text(
                _("{player} wagers: {site}."),
                player=player,
                site=Text(names.SITES[data["site"]]),
            )
        case "favour_chosen":
            return Text(
                _("{player} has the Pharaoh's favour: {favour}."),
                player=player,
                favour=Text(names.FAVOURS[data["favour"]]),
            )
        case "prophesied":
            return Text(
                _("{player} foretells: {prophecy}."),
                player=player,
                prophecy=Text(names.PROPHECIES[data["prophecy"]]),
            )
        case "passed":
            return Text(_("{player} can do nothing and passes."), player=player)
        case "round_ended":
            return Text(_("Round {round} ends."), round=data["round"])
        case "temple_scored" | "final_scored" if any(data["points"]):
            return Text(
                _("Points from {source}: {points}."),
                source=source(data.get("source", "temple")),
                points=_points(data["points"]),
            )
    return None


def join(kind: str, several: Sequence[Json]) -> Text | None:
    """One line for events of a seat that follow each other; None where each has its own."""
    first, n = several[0], len(several)
    match kind:
        case "stone_delivered" if first["site"] != "market":
            delivered = Text(
                *ngettext(
                    "{n} stone of {player} comes {to_site}", "{n} stones of {player} come {to_site}"
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
            cards = listed([held(data["card"]) for data in several])
            return Text(_("New at the market: {card}."), card=cards)
    return None


def earned(kind: str, data: Json) -> dict[int, int]:
    """The points that an event brought, by seat."""
    points = data.get("points", 0)
    if isinstance(points, list):
        return dict(enumerate(points))
    return {data["seat"]: points} if points else {}


def _kept(data: Json) -> Text:
    """What is known of the card kept, and of the one discarded."""
    player = Player(data["seat"])
    discarded = held(data["discarded"][0]) if data["discarded"] else Text(_("none"))
    if "card" not in data:
        said = _("{player} keeps one of the cards; discarded: {discarded}.")
        return Text(said, player=player, discarded=discarded)
    said = _("{player} keeps: {card}; discarded: {discarded}.")
    return Text(said, player=player, card=held(data["card"]), discarded=discarded)


def source(name: str) -> Text:
    """The name of a source of points, or of the tie-breaker."""
    return Text(names.SOURCES[name])


def _points(points: Sequence[int]) -> Text:
    """ "Anna 3, Ben 1", without those who got none."""
    return listed(
        [
            Text("{player} {points}", player=Player(seat), points=own)
            for seat, own in enumerate(points)
            if own
        ]
    )


def _sides(sides: Json) -> Text:
    """ "Market B, Pyramid A"."""
    return listed(
        [
            Text("{site} {side}", site=Text(title), side=sides[site])
            for site, title in names.SITES.items()
            if site in sides
        ]
    )
