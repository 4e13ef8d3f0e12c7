"""Finished games for BG Stats: as the file of plays that it shares and opens (``.bgsplay``), and
each as the link by which other programs hand it a play (``createPlay``, as its makers describe).

https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import quote, urlencode

from django.conf import settings

from games.archive.plays import Play

_CREATE_PLAY = "https://app.bgstatsapp.com/createPlay.html"
#: How a game is scored. Both forms want every truth value said: without one the import fails.
_SCORED = {"highestWins": True, "noPoints": False}
#: What the file notes of a game beside its number at BoardGameGeek.
_GAME = {
    **_SCORED,
    "cooperative": False,
    "usesTeams": False,
    "bggName": "",
    "bggYear": 0,
}
#: The number of the one place where all were played.
_HERE = 1


def link(play: Play) -> str:
    """Where BG Stats takes this play over, on a device that has it; it asks before it keeps it, and
    remembers which of its games and players are meant."""
    told = {
        "sourceName": settings.SITE_NAME,
        "sourcePlayId": str(play["id"]),
        "playDate": _stamp(play["finished"]),
        "game": {
            "name": play["game"],
            "sourceGameId": play["type"],
            **({"bggId": play["bgg"]} if play["bgg"] else {}),
            **_SCORED,
        },
        "location": settings.SITE_NAME,
        "players": [
            {
                "name": player["name"],
                "sourcePlayerId": player["name"],
                "startPlayer": False,  # by seats nobody can tell
                "score": player["points"] or 0,
                "rank": player["place"] or 0,
                "winner": player["place"] == 1,
            }
            for player in play["players"]
        ],
    }
    return f"{_CREATE_PLAY}?{urlencode({'data': json.dumps(told)}, quote_via=quote)}"


def file(found: list[Play]) -> str:
    """The tables of a BG Stats export: players, games, locations, and plays that refer to them."""
    newest = _stamp(found[0]["finished"]) if found else ""
    people = _numbered(player["name"] for play in found for player in play["players"])
    games = _numbered(play["game"] for play in found)
    known = {play["game"]: play["bgg"] for play in found}
    me = next((p["name"] for play in found for p in play["players"] if p["you"]), None)
    return json.dumps(
        {
            "userInfo": {"meRefId": people.get(me or "", 0)},
            "players": [
                {**_thing(number, name, newest), "isAnonymous": False, "bggUsername": ""}
                for name, number in people.items()
            ],
            "games": [
                {**_thing(number, name, newest), **_GAME, "bggId": known[name]}
                for name, number in games.items()
            ],
            "locations": [_thing(_HERE, settings.SITE_NAME, newest)],
            "plays": [_play(play, people, games) for play in found],
        },
        ensure_ascii=False,
        indent=1,
    )


def _play(play: Play, people: Mapping[str, int], games: Mapping[str, int]) -> dict[str, object]:
    return {
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
        "rating": 0,
        "scoringSetting": 0,
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


def _numbered(names: Iterable[str]) -> dict[str, int]:
    return {name: number for number, name in enumerate(dict.fromkeys(names), 1)}


def _thing(number: int, name: str, modified: str) -> dict[str, Any]:
    return {"id": number, "uuid": _uuid(name), "name": name, "modificationDate": modified}


def _uuid(name: str) -> str:
    """The same for the same thing, so that importing twice makes nothing twice."""
    return str(uuid.uuid5(uuid.NAMESPACE_OID, name))


def _stamp(iso: str | None) -> str:
    return (iso or "")[:19].replace("T", " ")
