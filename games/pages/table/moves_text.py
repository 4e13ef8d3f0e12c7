"""All moves of a game as a text, to be copied: in the game type's notation, otherwise in words."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from itertools import groupby

from django.conf import settings

from games.pages.table.reader import Reader
from games.rules.engine import Rules
from games.rules.records.sheet import numbered, result_lines, seat_lines, title
from games.rules.records.wording import Words, nearest
from games.showing import snapshot
from games.showing.data import LogEntry
from games.words import table_package

#: Letters in a line of moves in notation.
WIDTH = 80
#: Stands for a space at which no line ends.
_HELD = "\0"


def moves_text(reader: Reader) -> str:
    """The moves that the reader's log shows, by the same numbers, and the result once there is
    one."""
    words = Words(reader.type, nearest(reader.language), reader.people)

    def source(name: str) -> str:
        return words.say(table_package.source(reader.type, name))

    result = result_lines(reader.game.result, words, source) if reader.over else ()
    parts: list[Iterable[str]] = [
        (title(reader.type, words), f"{settings.SITE_URL}{reader.url}", *seat_lines(words)),
        _moves(reader),
        result,
    ]
    return "\n\n".join(filter(None, map("\n".join, parts))) + "\n"


def _moves(reader: Reader) -> Iterator[str]:
    """Moves in notation fill lines; each other one begins a line of its own."""
    told = snapshot.describe_log(reader.position, reader.looking)
    of_rules = snapshot.numbers_outside_rules(reader.position).isdisjoint
    moves = [entry for entry in told if entry.number is not None]
    short: list[str] = []
    for number, entries in groupby(moves, lambda entry: entry.number or 0):
        move = list(entries)
        if noted := _noted(move, reader.type) if of_rules([number]) else "":
            short.append(f"{number}.{_HELD}{noted.replace(' ', _HELD)}")
        elif lines := [entry.text for entry in move if entry.text]:
            yield from _filled(short)
            yield from numbered(number, lines)
            short = []
    yield from _filled(short)


def _noted(move: list[LogEntry], rules: Rules) -> str:
    return "".join(table_package.notation(rules, entry.kind, entry.data) for entry in move)


def _filled(short: list[str]) -> list[str]:
    lines = textwrap.wrap(" ".join(short), WIDTH, break_long_words=False, break_on_hyphens=False)
    return [line.replace(_HELD, " ") for line in lines]
