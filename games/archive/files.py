"""A person's finished games as files for other programs."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from typing import NamedTuple
from xml.etree import ElementTree

from django.conf import settings

from games.archive import bgstats
from games.archive.plays import Play, Player, has_won


class Format(NamedTuple):
    """A file format for a list of plays."""

    ending: str
    content_type: str
    write: Callable[[list[Play]], str]


#: By this mark Excel recognises UTF-8.
_MARK = "\ufeff"


def as_json(found: list[Play]) -> str:
    return json.dumps({"plays": found}, ensure_ascii=False, indent=1)


def as_csv(found: list[Play]) -> str:
    """A row for each game, with the others in one column, in the order of places."""
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
        told = "; ".join(f"{_harmless(each['name'])} {_result(each)}" for each in others)
        writer.writerow(
            [
                *(play["id"], play["game"], play["started"], play["finished"]),
                str(play["rated"]).lower(),
                *(len(play["players"]), me["seat"], me["points"], me["place"], told),
            ]
        )
    return f"{_MARK}{file.getvalue()}"


def _result(player: Player) -> str:
    return player.get("outcome") or str(player["points"])


def _harmless(text: str) -> str:
    """The text, masked so that a spreadsheet does not run it as a formula."""
    return f"'{text}" if text[:1] in "=+-@\t\r" else text


def as_bgg(found: list[Play]) -> str:
    """The plays in the form of BoardGameGeek's XML API."""
    mine = (player["bgg"] for play in found for player in play["players"] if player["you"])
    root = ElementTree.Element(
        "plays", username=next(mine, ""), userid="0", total=str(len(found)), page="1"
    )
    for play in found:
        one = ElementTree.SubElement(
            root, "play", id=str(play["id"]), date=(play["finished"] or "")[:10], quantity="1",
            length="0", incomplete="0", nowinstats=str(int(not play["played"])),
            location=settings.SITE_NAME,
        )  # fmt: skip
        item = ElementTree.SubElement(
            one, "item", name=play["game"], objecttype="thing", objectid=str(play["bgg"])
        )
        subtypes = ElementTree.SubElement(item, "subtypes")
        ElementTree.SubElement(subtypes, "subtype", value="boardgame")
        players = ElementTree.SubElement(one, "players")
        for player in play["players"]:
            ElementTree.SubElement(
                players, "player", username=player["bgg"], userid="0", name=player["name"],
                startposition=str(player["seat"]), color="", score=str(player["points"] or 0),
                new="0", rating="0", win=str(int(has_won(play, player))),
            )  # fmt: skip
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True)


FORMATS = {
    "csv": Format("csv", "text/csv", as_csv),
    "json": Format("json", "application/json", as_json),
    "bgstats": Format("bgsplay", "application/json", bgstats.file),
    "bgg": Format("bgg.xml", "application/xml", as_bgg),
}
