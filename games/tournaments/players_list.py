"""Lists of players as people have them: a TRF file of another program, or user names.

Of FIDE's Tournament Report File (TRF16, TRF-2026) only the lines that begin with 001 count, which
have a player's name in columns 15 to 47, counted from 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.errors import Illegal

#: Names in one list, the characters of its text (of a file, bytes), and problems that are kept.
MOST_NAMES, LONGEST, MOST_PROBLEMS = 300, 250_000, 50

_LINE_ENDS = re.compile(r"\r\n|\r|\n")
_SEPARATORS = re.compile(r"[\s,;]+")
#: How lines begin that can be the first of a TRF file, before its players.
_HEADER = re.compile(r"(?:0[1-9]2|1[0-9]2|2[0-2]2|XX[A-Z]) ")
_PLAYER, _NAME = "001 ", slice(14, 47)
#: A player's line has a number in columns 5 to 8 and a name, unlike a numbered list of names.
_PLAYER_LINE = re.compile(r"001 (?=.{4}(?: |$)) *[0-9]+ ")
#: What a user name may be made of; a word of a list without any letter is a number.
_USER_NAME, _LETTER = re.compile(r"[\w.@+-]{1,150}"), re.compile(r"[^\W\d_]")
_NO_TEXT = re.compile(r"[\x00-\x08\x0b\x0e-\x1f]")


class Listed(NamedTuple):
    """A name, and the number of its line, counted from 1."""

    line: int
    name: str


class Problem(NamedTuple):
    """A line that cannot be read, and why, in words."""

    line: int
    text: str


class PlayersList(NamedTuple):
    """Each name once, in the order of the list; ``form`` is `trf` or `names`.

    ``more_problems`` is the number of those that are left out, as there are many.
    """

    form: str
    names: Sequence[Listed]
    problems: Sequence[Problem]
    more_problems: int


def decode_file(content: bytes) -> str:
    """The text of a file in UTF-8, in UTF-16 with its mark, or else in Latin-1.

    Illegal for a file of another kind.
    """
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        text = content.decode("utf-16", "replace")
    else:
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = content.decode("latin-1")
    _check_text(text)
    return text


def read_players(text: str) -> PlayersList:
    """The names in a list. Illegal, saying what to do, for what is no list of players."""
    if len(text) > LONGEST:
        raise Illegal(
            _("The list is too long. Use at most %(most)d characters.") % {"most": LONGEST},
            "too_long",
        )
    _check_text(text)
    lines = list(enumerate(_LINE_ENDS.split(text.removeprefix("\ufeff")), 1))
    return _read_trf(lines) if _is_trf(lines) else _read_names(lines)


def _is_trf(lines: Sequence[tuple[int, str]]) -> bool:
    """Whether it begins as TRF files do, or has the line of a player."""
    first = next((line for _number, line in lines if line.strip()), "")
    return bool(_HEADER.match(first)) or any(
        _PLAYER_LINE.match(line) and line[_NAME].strip() for _number, line in lines
    )


def _check_text(text: str) -> None:
    if _NO_TEXT.search(text):
        raise Illegal(
            _(
                "This is not a text file. Save the list as text or as a TRF file, or paste "
                "the names."
            ),
            "not_text",
        )


def _read_trf(lines: Sequence[tuple[int, str]]) -> PlayersList:
    names, problems = [], []
    for number, line in lines:
        if not line.startswith(_PLAYER):
            continue
        # a program that counts bytes puts what follows a name with accents further to the left
        name = re.split(r"\s{2,}", line[_NAME].strip())[0]
        if name:
            names.append(Listed(number, name))
        else:
            problems.append(
                Problem(number, _("There is no name in columns 15 to 47, where TRF has it."))
            )
    if not names and not problems:
        raise Illegal(
            _(
                "This TRF file names no players: it has no line that begins with 001. Choose "
                "a file that has them."
            ),
            "no_players",
        )
    return _listed("trf", names, problems)


def _read_names(lines: Sequence[tuple[int, str]]) -> PlayersList:
    names, problems = [], []
    for number, word in _words(lines):
        if _USER_NAME.fullmatch(word):
            names.append(Listed(number, word))
        else:
            said = _("“%(word)s” cannot be a user name.") % {"word": word[:40]}
            problems.append(Problem(number, said))
    if not names and not problems and any(_SEPARATORS.sub("", line) for _number, line in lines):
        raise Illegal(_("There are no user names in the list, only numbers and signs."), "no_names")
    if not names and not problems:
        raise Illegal(_("The list is empty. Enter user names, or choose a file."), "empty")
    if len(problems) > len(names):
        raise Illegal(
            _(
                "This is neither a TRF file nor a list of user names. Line %(line)d: %(why)s "
                "Separate the names by spaces, commas or line breaks."
            )
            % {"line": problems[0].line, "why": problems[0].text},
            "no_list",
        )
    return _listed("names", names, problems)


def _words(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """The words with a letter, which numbers of lines and ratings lack, without quotation marks."""
    for number, line in lines:
        for word in _SEPARATORS.split(line):
            if _LETTER.search(word):
                yield number, word.strip("\"'")


def _listed(form: str, names: Iterable[Listed], problems: Sequence[Problem]) -> PlayersList:
    """Illegal for too many names."""
    found = _once(names)
    if len(found) > MOST_NAMES:
        raise Illegal(
            _("The list has more than %(most)d names. Divide it.") % {"most": MOST_NAMES},
            "too_many_names",
        )
    more = max(len(problems) - MOST_PROBLEMS, 0)
    return PlayersList(form, found, problems[:MOST_PROBLEMS], more)


def _once(names: Iterable[Listed]) -> list[Listed]:
    """Each name once, with its first line; user names differ by more than capitals."""
    found: dict[str, Listed] = {}
    for listed in names:
        found.setdefault(listed.name.upper(), listed)
    return list(found.values())
