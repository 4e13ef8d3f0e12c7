"""Somebody's finished games as plain data, and as the files that other programs read."""

from __future__ import annotations

import csv
import io
import json
import uuid
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any, NamedTuple, TypedDict
from xml.etree import ElementTree

from django.conf import settings
from django.db.models import Prefetch

from games import words
from games.models import Game, Seat
from games.rules import registry

#: Games in one file, the newest.
MOST = 5000


class Player(TypedDict):
    name: str
    bot: bool
    you: bool
    seat: int
    points: int | None
    place: int | None


class Play(TypedDict):
    """A finished game; times are in ISO form."""

    id: int
    type: str
    game: str
    started: str | None
    finished: str | None
    rated: bool
    options: dict[str, Any]
    players: list[Player]


class Format(NamedTuple):
    """How a list of plays is written down."""

    ending: str
    content_type: str
    write: Callable[[list[Play]], str]


def plays(user_id: int) -> list[Play]:
    """All finished games of this person, the newest first; those of types that are gone, too."""
    rows = (
        Game.objects.filter(seats__user=user_id, status=Game.Status.FINISHED)
        .defer("state", "seed", "result")
        .order_by("-seats__game_id")
        .prefetch_related(Prefetch("seats", Seat.objects.select_related("user").order_by("index")))
    )
    return [_play(game, user_id) for game in rows[:MOST]]


def _play(game: Game, user_id: int) -> Play:
    seats = list(game.seats.all())
    names = words.names(seats)
    return {
        "id": game.pk,
        "type": game.type,
        "game": _name(game.type),
        "started": _iso(game.started_at),
        "finished": _iso(game.finished_at),
        "rated": game.rated,
        "options": game.options,
        "players": [
            {
                "name": names[seat.index],
                "bot": bool(seat.bot),
                "you": seat.user_id == user_id,
                "seat": seat.index + 1,
                "points": seat.score,
                "place": seat.rank,
            }
            for seat in seats
        ],
    }


def _name(type_: str) -> str:
    try:
        return registry.get(type_).name
    except registry.UnknownGameType:
        return type_


def _iso(at: datetime | None) -> str | None:
    return at.isoformat(timespec="seconds") if at else None


def as_json(found: list[Play]) -> str:
    return json.dumps({"plays": found}, ensure_ascii=False, indent=1)


def as_csv(found: list[Play]) -> str:
    """A row for each game; the others are in one column, in the order of places."""
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(
        [
            *("id", "game", "started", "finished", "rated", "players"),
            *("seat", "points", "place", "others"),
        ]
    )
    for play in found:
        me = next(player for player in play["players"] if player["you"])
        others = [player for player in play["players"] if not player["you"]]
        others.sort(key=lambda player: player["place"] or 0)
        told = "; ".join(f"{_harmless(each['name'])} {each['points']}" for each in others)
        writer.writerow(
            [
                *(play["id"], play["game"], play["started"], play["finished"], play["rated"]),
                *(len(play["players"]), me["seat"], me["points"], me["place"], told),
            ]
        )
    return file.getvalue()


def _harmless(text: str) -> str:
    """Nothing that a spreadsheet would take for a formula."""
    return f"'{text}" if text[:1] in "=+-@\t\r" else text


#: What BG Stats notes of a game, and the number of the one place where all were played.
_BGSTATS_GAME = {"highestWins": True, "noPoints": False, "cooperative": False, "usesTeams": False}
_HERE = 1


def as_bgstats(found: list[Play]) -> str:
    """The tables of a BG Stats export: players, games, locations, and plays that refer to them."""
    newest = _stamp(found[0]["finished"]) if found else ""
    people = _numbered(player["name"] for play in found for player in play["players"])
    games = _numbered(play["game"] for play in found)
    me = next((p["name"] for play in found for p in play["players"] if p["you"]), None)
    return json.dumps(
        {
            "userInfo": {"meRefId": people.get(me or "", 0)},
            "players": [
                {**_thing(number, name, newest), "isAnonymous": False, "bggUsername": ""}
                for name, number in people.items()
            ],
            "games": [{**_thing(n, name, newest), **_BGSTATS_GAME} for name, n in games.items()],
            "locations": [_thing(_HERE, settings.SITE_NAME, newest)],
            "plays": [
                {
                    "uuid": _uuid(f"play/{play['id']}"),
                    "playDate": _stamp(play["finished"]),
                    "entryDate": _stamp(play["finished"]),
                    "modificationDate": _stamp(play["finished"]),
                    "gameRefId": games[play["game"]],
                    "locationRefId": _HERE,
                    "usesTeams": False,
                    "ignored": False,
                    "manualWinner": True,  # points alone do not tell who has won a tie
                    "durationMin": 0,  # the days that a game took are no playing time
                    "rounds": 0,
                    "playerScores": [
                        {
                            "playerRefId": people[player["name"]],
                            "score": str(player["points"] or 0),
                            "winner": player["place"] == 1,
                            "rank": player["place"] or 0,
                            "seatOrder": player["seat"],
                            "startPlayer": False,  # by seats nobody can tell
                            "newPlayer": False,
                        }
                        for player in play["players"]
                    ],
                }
                for play in found
            ],
        },
        ensure_ascii=False,
        indent=1,
    )


def _numbered(names: Iterable[str]) -> dict[str, int]:
    return {name: number for number, name in enumerate(dict.fromkeys(names), 1)}


def _thing(number: int, name: str, modified: str) -> dict[str, Any]:
    return {"id": number, "uuid": _uuid(name), "name": name, "modificationDate": modified}


def _uuid(name: str) -> str:
    """The same for the same thing, so that importing twice makes nothing twice."""
    return str(uuid.uuid5(uuid.NAMESPACE_OID, name))


def _stamp(iso: str | None) -> str:
    return (iso or "")[:19].replace("T", " ")


def as_bgg(found: list[Play]) -> str:
    """As BoardGameGeek's XML API tells plays, but for the number that it gives a game."""
    root = ElementTree.Element("plays", total=str(len(found)), page="1")
    for play in found:
        one = ElementTree.SubElement(
            root, "play", id=str(play["id"]), date=(play["finished"] or "")[:10], quantity="1",
            length="0", incomplete="0", nowinstats="0", location=settings.SITE_NAME,
        )  # fmt: skip
        item = ElementTree.SubElement(one, "item", name=play["game"], objecttype="thing")
        subtypes = ElementTree.SubElement(item, "subtypes")
        ElementTree.SubElement(subtypes, "subtype", value="boardgame")
        players = ElementTree.SubElement(one, "players")
        for player in play["players"]:
            ElementTree.SubElement(
                players, "player", username="", userid="0", name=player["name"],
                startposition=str(player["seat"]), color="", score=str(player["points"] or 0),
                new="0", rating="0", win="1" if player["place"] == 1 else "0",
            )  # fmt: skip
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True)


FORMATS = {
    "csv": Format("csv", "text/csv", as_csv),
    "json": Format("json", "application/json", as_json),
    "bgstats": Format("bgstats.json", "application/json", as_bgstats),
    "bgg": Format("bgg.xml", "application/xml", as_bgg),
}
