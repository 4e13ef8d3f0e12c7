"""Pictures of a game type for its page: a board in mid-game, and the first steps.

The type's bots play one game, always the same, and its positions are drawn as for e-mails. That
takes seconds, so a worker does it once for all (``draw_next``), and pages show existing pictures
only.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.core.cache import cache as cache_of_all
from django.utils import translation
from django.utils.translation import gettext as _

from boardgames.drawing.raster import png
from games import package_errors
from games.lobby import game_lengths
from games.pages.table import picture
from games.rules import registry
from games.rules.engine import Event, Game, Rules
from games.rules.engine.play import ask_bot, random_choice
from games.words import table_package

SEED = 7
PEOPLE = ("Anna", "Ben", "Cleo", "Don")
BOARD_WIDTH, STEP_WIDTH = 900, 480
BOARD = "board"
#: Seconds for which pictures are cached, and for which a drawing process keeps others from drawing.
MONTH, BUSY = 30 * 24 * 60 * 60, 120
#: The files that pictures depend on, besides those of the game type's package.
KIT = (settings.BASE_DIR / "static" / "css", settings.BASE_DIR / "templates" / "kit")


class NeverShown(LookupError):
    """No moment of the bot's game shows a first step."""


class Moment(NamedTuple):
    """A position after a move, and the events of the move."""

    saved: bytes
    events: list[Event]


class Step(NamedTuple):
    """A picture of what a beginner does: the event that shows it, the regions, and the words."""

    event: str
    data: dict[str, object]
    regions: tuple[str, ...]
    text: str


def steps(rules: Rules[Any]) -> list[Step]:
    """The first steps that a type's ``table`` lists in ``FIRST_STEPS``."""
    try:
        return [Step(*each) for each in getattr(table_package.table(rules), "FIRST_STEPS", ())]
    except Exception as error:
        package_errors.record_error(rules.slug, "table.FIRST_STEPS", error)
        return []


def list_pictures(rules: Rules[Any]) -> list[str]:
    """The names of the pictures that exist in every language; none before they are drawn."""
    found: list[str] = cache_of_all.get(_key(rules), [])
    return found


def read_picture(rules: Rules[Any], name: str, language: str) -> bytes | None:
    """A picture as PNG; None if there is none. The next tick draws lost ones again."""
    if name not in list_pictures(rules):
        return None
    found: bytes | None = cache_of_all.get(f"{_key(rules)}/{language}/{name}")
    if found is None:
        cache_of_all.delete(_key(rules))
    return found


def draw_next() -> None:
    """Draw the pictures of the first game type that has none."""
    for rules in registry.all():
        if cache_of_all.get(_key(rules)) is None:
            if cache_of_all.add(f"{_key(rules)}/busy", 1, BUSY):
                draw_pictures(rules, [language for language, _name in settings.LANGUAGES])
            return


def draw_pictures(rules: Rules[Any], languages: Iterable[str]) -> None:
    """Draw all pictures of a game type and cache them for everybody."""
    pictures: dict[str, dict[str, bytes]] = {}
    for language in languages:
        with translation.override(language):
            pictures[language] = _pictures(rules)
    for language, named in pictures.items():
        for name, image in named.items():
            cache_of_all.set(f"{_key(rules)}/{language}/{name}", image, MONTH)
    names = [name for name in _names(rules) if all(name in named for named in pictures.values())]
    cache_of_all.set(_key(rules), names, MONTH)


def _names(rules: Rules[Any]) -> list[str]:
    return [BOARD, *(str(number) for number in range(len(steps(rules))))]


def _pictures(rules: Rules[Any]) -> dict[str, bytes]:
    """Every picture by name in the active language, without those that fail."""
    found: dict[str, bytes] = {}
    for name in _names(rules):
        try:
            moments = play_bots(rules)
            if name == BOARD:
                columns = getattr(table_package.table(rules), "PICTURE", ())
                image = _drawn(rules, moments[len(moments) // 2], columns, BOARD_WIDTH)
            else:
                step = steps(rules)[int(name)]
                moment = find_moment(moments, step)
                image = _drawn(rules, moment, (step.regions,), STEP_WIDTH)
        except Exception as error:
            package_errors.record_error(rules.slug, f"picture {name}", error)
        else:
            if image is not None:
                found[name] = image
    return found


@cache
def _key(rules: Rules[Any]) -> str:
    """The cache key: it depends on all files that pictures are made of."""
    package = import_module(rules.package).__path__[0]
    digest = hashlib.blake2b(digest_size=8)
    for folder in (Path(package), *KIT):
        for path in sorted(folder.rglob("*.*")):
            if path.is_file() and path.suffix not in (".pyc", ".mo"):
                digest.update(path.read_bytes())
    return f"sample/{rules.slug}/{digest.hexdigest()}"


def version(rules: Rules[Any]) -> str:
    """The end of the pictures' addresses, which changes with them."""
    return _key(rules).rpartition("/")[2]


def find_moment(moments: Iterable[Moment], step: Step) -> Moment:
    """The first of the moments that shows a step; NeverShown if none does."""
    for moment in moments:
        if _shows(moment, step):
            return moment
    raise NeverShown(
        f"FIRST_STEPS names the event {step.event!r} with {step.data!r}, which the game of the "
        "type's bot never told"
    )


def _shows(moment: Moment, step: Step) -> bool:
    return any(
        event.kind == step.event and step.data.items() <= event.data.items()
        for event in moment.events
    )


@lru_cache(1)
def play_bots(rules: Rules[Any]) -> list[Moment]:
    """Every position of one game for two, or the minimum, played by the type's own bot."""
    rng = random.Random(SEED)  # noqa: S311  chance to repeat
    bots = [bot for name, bot in rules.bots.items() if name not in ("random", "first")]
    game = rules.new(min(rules.players), {}, rng.randbytes(32))
    moments = []
    while game.result() is None:
        decision = game.decisions()[0]
        choice = ask_bot(bots[0] if bots else random_choice, game, decision, rng)
        events = list(game.choose(decision.seat, choice))
        moments.append(Moment(game.save(), events))
    return moments


def _drawn(
    rules: Rules[Any], moment: Moment, columns: tuple[tuple[str, ...], ...], width: int
) -> bytes | None:
    game: Game[Any] = rules.load(moment.saved)
    scored, to_move = game.scored(), game.to_move()
    players = [
        {
            "seat": seat,
            "name": PEOPLE[seat % len(PEOPLE)],
            "to_move": seat in to_move,
            "score": sum(scored[seat].values()) if scored else None,
            "bot": False,
        }
        for seat in range(game.players)
    ]
    marked = {
        name
        for event in moment.events
        for name in table_package.marks(rules, event.kind, event.data)
    }
    drawn = picture.draw_board(rules, game.view(0), 0, players, marked, columns)
    return None if drawn is None else png(drawn, width)


def facts(rules: Rules[Any]) -> list[tuple[str, str, str]]:
    """What is known about the printed game and its length: name, words, and an address or ""."""
    known = getattr(table_package.table(rules), "FACTS", {})
    weights = {1: _("light"), 2: _("light to medium"), 3: _("medium"), 4: _("heavy")}
    try:
        shown = [
            (_("Length"), _("%(moves)s moves each") % {"moves": _range(known["moves"])}, ""),
            (_("Usually takes"), _days(rules, known["days"]), ""),
            (_("Weight"), weights[known["weight"]], ""),
            (_("Author"), known["author"], ""),
            (_("Publisher"), known["publisher"], known["link"]),
            (_("Year"), str(known["year"]), ""),
        ]
    except Exception as error:
        if known:
            package_errors.record_error(rules.slug, "table.FACTS", error)
        return []
    return shown


def _days(rules: Rules[Any], estimate: tuple[int, int]) -> str:
    """The usual days, measured if enough games are over."""
    measured = game_lengths.days(rules.slug)
    if measured is None:
        return _("%(days)s days (an estimate)") % {"days": _range(estimate)}
    return _("%(days)s days (the middle half of the last %(games)d games between people)") % {
        "days": _range((measured.least, measured.most)),
        "games": measured.games,
    }


def _range(numbers: tuple[int, int]) -> str:
    return "–".join(map(str, numbers))
