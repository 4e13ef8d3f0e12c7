"""Finished games for the app BG Stats: as a file of plays, or each play as a link.

The file is the one that the app shares and opens (``.bgsplay``); by the link other programs hand it
a play (``createPlay``). Both forms are taken from public programs that read or write them.
The makers describe the link, which we have not read:
https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites

The programs that send links give the date in UTC. In files that people have published, a play's
dates are those on the clock of the person who wrote it down.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote, urlencode

from django.conf import settings

from games.archive.plays import Play, Player, has_points, has_won

_CREATE_PLAY = "https://app.bgstatsapp.com/createPlay.html"
#: What the file says about a game besides its number at BoardGameGeek.
_GAME = {
    "cooperative": False,
    "usesTeams": False,
    "bggName": "",
    "bggYear": 0,
}
#: The id of the one location of all plays.
_HERE = 1


def link(play: Play) -> str:
    """The link by which BG Stats imports this play on a device that has the app.

    The app asks before it stores the play, and remembers which of its games and players are meant.
    """
    told = {
        "sourceName": settings.SITE_NAME,
        "sourcePlayId": _of_play(play),
        "playDate": _stamp(_in_utc(play["finished"])),
        "game": {
            "name": play["game"],
            "sourceGameId": _of_type(play["type"]),
            **({"bggId": play["bgg"]} if play["bgg"] else {}),
            **_scored(play),
        },
        "location": settings.SITE_NAME,
        "players": [
            {
                "name": player["name"],
                "sourcePlayerId": _of_player(player),
                "startPlayer": False,  # it cannot match players by seats
                "score": player["points"] or 0,
                "rank": player["place"] or 0,
                "winner": has_won(play, player),
            }
            for player in play["players"]
        ],
    }
    return f"{_CREATE_PLAY}?{urlencode({'data': json.dumps(told)}, quote_via=quote)}"


def file(found: list[Play]) -> str:
    """The tables of a BG Stats export: players, games, locations, and plays that refer to them."""
    newest = _stamp(found[0]["finished"]) if found else ""
    players = {_of_player(each): each for play in found for each in play["players"]}
    types = {_of_type(play["type"]): play for play in found}
    people, games = _numbered(players), _numbered(types)
    me = next((_of_player(p) for play in found for p in play["players"] if p["you"]), "")
    return json.dumps(
        {
            "userInfo": {"meRefId": people.get(me, 0)},
            "players": [
                {
                    **_thing(people[each], each, player["name"], newest),
                    "isAnonymous": False,
                    "bggUsername": player["bgg"],
                    "metaData": {"isNpc": int(player["account"] is None)},
                }
                for each, player in players.items()
            ],
            "games": [
                {
                    **_thing(games[each], each, play["game"], newest),
                    **_scored(play),
                    **_GAME,
                    "bggId": play["bgg"],
                }
                for each, play in types.items()
            ],
            "locations": [_thing(_HERE, _uuid("site"), settings.SITE_NAME, newest)][: len(found)],
            "plays": [_play(play, people, games) for play in found],
        },
        ensure_ascii=False,
        indent=1,
    )


def _play(play: Play, people: Mapping[str, int], games: Mapping[str, int]) -> dict[str, object]:
    return {
        "uuid": _of_play(play),
        "playDate": _stamp(play["finished"]),
        "entryDate": _stamp(play["finished"]),
        "modificationDate": _stamp(play["finished"]),
        "gameRefId": games[_of_type(play["type"])],
        "locationRefId": _HERE,
        "usesTeams": False,
        "ignored": not play["played"],  # in its statistics
        "manualWinner": True,  # points alone do not tell who won a tie
        "durationMin": 0,  # the days that a game took are no playing time
        "rounds": 0,
        "rating": 0,
        "scoringSetting": 0,
        "playerScores": [
            {
                "playerRefId": people[_of_player(player)],
                "score": str(player["points"] or 0),
                "winner": has_won(play, player),
                "rank": player["place"] or 0,
                "seatOrder": player["seat"],
                "startPlayer": False,  # it cannot match players by seats
                "newPlayer": False,
            }
            for player in play["players"]
        ],
    }


def _scored(play: Play) -> dict[str, bool]:
    """How a game is scored. Both forms want every truth value said: without one the import
    fails."""
    return {"highestWins": True, "noPoints": not has_points(play)}


def _numbered(things: Iterable[str]) -> dict[str, int]:
    return {each: number for number, each in enumerate(things, 1)}


def _thing(number: int, uuid_: str, name: str, modified: str) -> dict[str, Any]:
    return {"id": number, "uuid": uuid_, "name": name, "modificationDate": modified}


# Ids are the same for the same thing, so that importing twice creates nothing twice.


def _of_player(player: Player) -> str:
    """The id of an account, whatever its present name; for a bot, of its name."""
    account = player["account"]
    return _uuid(f"bot/{player['name']}" if account is None else f"player/{account}")


def _of_type(slug: str) -> str:
    return _uuid(f"type/{slug}")


def _of_play(play: Play) -> str:
    return _uuid(f"play/{play['id']}")


def _uuid(of_here: str) -> str:
    """An id that differs between sites."""
    return str(uuid.uuid5(uuid.NAMESPACE_URL, f"{settings.SITE_URL}/{of_here}"))


def _in_utc(iso: str | None) -> str | None:
    return iso and datetime.fromisoformat(iso).astimezone(UTC).isoformat()


def _stamp(iso: str | None) -> str:
    return (iso or "")[:19].replace("T", " ")
