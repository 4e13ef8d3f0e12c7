"""Links to a person's pages elsewhere: checked addresses and their labels."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from django.utils.translation import gettext as _

#: The most addresses, and the most characters of each.
MOST, LONGEST = 3, 200
#: Sites that players know, by the end of the host's name.
KNOWN = {
    "boardgamegeek.com": "BoardGameGeek",
    "yucata.de": "Yucata",
    "boardgamearena.com": "Board Game Arena",
    "brettspielwelt.de": "BrettspielWelt",
    "boiteajeux.net": "Boîte à jeux",
    "boardgamers.space": "Boardgamers",
    "18xx.games": "18xx.games",
    "lichess.org": "lichess",
    "chess.com": "Chess.com",
    "dragongoserver.net": "Dragon Go Server",
    "online-go.com": "OGS",
}
#: A host name of letters, as browsers write it: no IP address, port or password, and after it
#: nothing that a page or an e-mail could interpret.
_ADDRESS = re.compile(
    r"https://(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9](?:[/?#]|$)"
)
_REST = re.compile(r"[A-Za-z0-9\-._~:/?#@!$&'()*+,;=%]*")


#: Where BoardGameGeek has a person's page, their collection or their plays.
_AT_BGG = re.compile(r"/(?:user|profile)/(?P<name>[A-Za-z0-9 _.-]{1,30})(?:/|$)")


class Link(NamedTuple):
    """``name`` is that of a known site, otherwise its host."""

    name: str
    href: str


def cleaned(written: Iterable[str]) -> list[str]:
    """The distinct addresses in a text, with host names in lower case."""
    found = []
    for line in filter(None, (each.strip() for each in written)):
        scheme, colon, rest = line.partition("://")
        host = re.match(r"[^/?#]*", rest)
        assert host is not None  # it may be empty
        found.append(f"{scheme.lower()}{colon}{host[0].lower()}{rest[host.end() :]}")
    return list(dict.fromkeys(found))


def wrong_with(addresses: list[str]) -> str:
    """What is wrong with these addresses; empty if nothing is."""
    if len(addresses) > MOST:
        return _("At most %(most)d links, please.") % {"most": MOST}
    for each in addresses:
        if len(each) > LONGEST:
            return _("A link has at most %(most)d characters.") % {"most": LONGEST}
        if not (_ADDRESS.match(each) and _REST.fullmatch(each)):
            said = _(
                "%(link)s is not a valid link. Copy the whole address, including https:// at "
                "the start."
            )
            return said % {"link": each}
    return ""


def links(addresses: Iterable[str]) -> list[Link]:
    """These addresses in the form that pages show."""
    return [Link(_name(urlsplit(each).hostname or ""), each) for each in addresses]


def bgg_name(addresses: Iterable[str]) -> str:
    """The name at BoardGameGeek of the person whose addresses these are; empty if none says it."""
    for each in map(urlsplit, addresses):
        found = _AT_BGG.search(unquote(each.path))
        if found and _name(each.hostname or "") == KNOWN["boardgamegeek.com"]:
            return found["name"]
    return ""


def _name(host: str) -> str:
    host = host.removeprefix("www.")
    for end, name in KNOWN.items():
        if host == end or host.endswith(f".{end}"):
            return name
    return host
