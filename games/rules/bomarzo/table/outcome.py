"""What an event brought: its points, the pieces it moved, and one line for several events of a
kind."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine import Json, Player, Text, _, listed
from . import names


def join(kind: str, several: Sequence[Json]) -> Text | None:
    """One line for events of a kind, and of one seat, that follow each other."""
    last = several[-1]
    match kind:
        case "worked":
            message = _("{player} moves workers: {steps}.")
            if any(data["reached"] for data in several):
                message = _("{player} moves workers and reaches a symbol: {steps}.")
            steps = _spaces(_last(several), names.WORKERS)
            return Text(message, player=Player(last["seat"]), steps=steps)
        case "stepped":
            message = _("{player} advances: {steps}.")
            steps = _spaces(_last(several), names.TRACKS)
            return Text(message, player=Player(last["seat"]), steps=steps)
        case "first":
            message = _("{player} is the first there and gets {points} points: {steps}.")
            spaces = _spaces(several, names.TRACKS)
            return Text(message, player=Player(last["seat"]), points=len(several), steps=spaces)
        case "discarded":
            cards = [card for data in several for card in data["cards"]]
            if not cards:
                return None
            message = _("{player} discards {cards}.")
            return Text(message, player=Player(last["seat"]), cards=names.cards(cards))
        case "plundered":
            spoils = [
                Text(
                    _("{goods} from {deity}"),
                    goods=names.number(data["good"], data["number"]),
                    deity=names.deity(data["deity"]),
                )
                for data in several
            ]
            message = _("{player} takes {spoils}.")
            return Text(message, player=Player(last["seat"]), spoils=listed(spoils))
    return None


def _last(several: Sequence[Json]) -> list[Json]:
    """Of several steps on a track the last one."""
    return list({data["track"]: data for data in several}.values())


def _spaces(several: Sequence[Json], tracks: dict[str, str]) -> Text:
    """ "Culture 3, Science 4"."""
    spaces = [
        Text(_("{track} {space}"), track=Text(tracks[data["track"]]), space=data["space"])
        for data in several
    ]
    return listed(spaces)


def moved(kind: str, data: Json) -> list[str]:
    """The pieces that an event moved, in their order."""
    match kind:
        case "harvested":
            return [f"harvest-{data['good']}-{data['seat']}"]
        case "called":
            return [f"pawn-{data['deity']}-{data['seat']}-{nth}" for nth in (0, 1)]
        case "worked":
            return [f"worker-{data['seat']}-{data['track']}"]
        case "stepped":
            return [f"step-{data['track']}-{data['seat']}"]
        case "played" | "upgraded":
            return [f"card-{data['card']}"]
        case "drew" if data.get("cards"):
            return [f"card-{card}" for card in data["cards"]]
        case "ordered":
            return [f"deity-{name}" for name in data["order"]]
    return []
