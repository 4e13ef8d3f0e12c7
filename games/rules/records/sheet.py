"""A game as a text for people: its moves numbered, by the words of the game's log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from .. import registry
from ..engine import Event, Game, Option, Player, Rules, Text, _, ngettext, told
from .document import Document, Row
from .fairness import Rollbacks, by_number, other_versions, play_row
from .results import Outcome
from .wording import Words

#: How the log tells actions that the rules know nothing of.
ACTIONS: dict[str, str] = {
    "resign": _("{player} resigns"),
    "timeout": _("{player} ran out of time: a bot plays on until they come back"),
    "return": _("{player} is back"),
    "forfeit": _("{player} ran out of time and has lost"),
    "replace": _("{player} takes over this seat"),
    "draw": _("The players agree on a draw"),
}
#: Those that the service's log tells in another way.
_FURTHER: dict[str, str] = {
    **ACTIONS,
    "withdraw": _("{player} takes back an answer"),
    "rollback": _("A moderator takes the game back to move {to}"),
    "end": _("A moderator ends the game as it stands: the points decide"),
    "swap": _("Two players swap their seats"),
}
#: How a game without points has ended for a seat.
_ENDED = {"won": _("won"), "lost": _("lost"), "drawn": _("drawn")}


def sheet(document: Document, language: str = "en") -> str:
    """The text of a game that ``verify`` accepts: what it was, each move by its number, the result.
    It tells everything, also what only single players could see. A game by other rules than today's
    is not played along, so that some of its moves have plainer words. NoLanguage."""
    rules = registry.get(document["type"])
    words = Words(rules, language, _names(document))
    result = result_lines(document["result"], words, partial(_source, words))
    lines = [*_head(document, words), "", *_moves(document, words), "", *result]
    return "\n".join(lines).rstrip() + "\n"


def title(rules: Rules[Any], words: Words) -> str:
    """The game type, and by how many it is played."""
    several = ngettext("{game}, {n} player", "{game}, {n} players")
    return words.say(Text(*several, game=Text(rules.name), n=len(words.people)))


def seat_lines(words: Words) -> Iterator[str]:
    """Each seat with its name."""
    for seat, name in enumerate(words.people, 1):
        yield words.say(_("Seat {seat}: {name}"), seat=seat, name=name)


def numbered(number: int, lines: Iterable[str]) -> Iterator[str]:
    """The lines of a move, the first one with its number."""
    before = f"{number}."
    for line in lines:
        yield f"{before:>5} {line}"
        before = ""


def _names(document: Document) -> list[str]:
    """Of the seats: a person's own, a bot's with its seat, since it may have several."""
    return [
        place["name"] if place["name"] else f"{place['bot']} {place['index'] + 1}"
        for place in document["seats"]
    ]


def _head(document: Document, words: Words) -> Iterator[str]:
    rules = registry.get(document["type"])
    yield title(rules, words)
    if document["finished_at"]:
        yield words.say(_("Finished on {date}"), date=document["finished_at"][:10])
    yield words.say(_("Rules version {version}"), version=document["rules_version"])
    for option in rules.options:
        chosen = document["options"].get(option.name, option.default)
        if option.kind == "flag":
            if chosen:
                yield words.say(option.label)
        else:
            yield f"{words.say(option.label)}: {_of_value(option, chosen, words)}"
    yield from seat_lines(words)
    yield words.say(_("Fingerprint of the seed: {hash}"), hash=document["seed_hash"])


def _of_value(option: Option, chosen: object, words: Words) -> str:
    if option.value_labels and chosen in option.values:
        return words.say(option.value_labels[option.values.index(chosen)])
    return str(chosen)


def _moves(document: Document, words: Words) -> Iterator[str]:
    """The log, each move with its number."""
    for group, game in _played_along(document):
        row = group[0]
        lines = [line for each in group for line in _events(each, words)]
        yield from numbered(row["number"], lines or [_of_action(row, game, words)])


def _played_along(document: Document) -> Iterator[tuple[list[Row], Game[Any] | None]]:
    """Each move, and the game before it; None by other rules than today's."""
    groups = by_number(document["moves"])
    if other_versions(document):
        yield from ((group, None) for group in groups)
        return
    rules = registry.get(document["type"])
    seed = bytes.fromhex(document["seed"] or "")
    game, rollbacks = rules.new(document["players"], document["options"], seed), Rollbacks(rules)
    for group in groups:
        yield group, game
        game = play_row(group[0], game, rollbacks)


def _events(row: Row, words: Words) -> Iterator[str]:
    for told_of in row["events"]:
        event = Event(**told_of)
        known = dict(event.data)
        for private in event.private.values():
            known |= private
        plain = _plainly(event.kind, known)
        try:
            text = _told(event.kind, known, plain, words)
            line = None if text is None else words.say(text)
        except (LookupError, TypeError, ValueError):  # of older rules, unknown to today's lines
            line = words.say(plain)
        if line is not None:
            yield line


def _told(kind: str, known: dict[str, Any], plain: Text, words: Words) -> Text | None:
    lines = getattr(words.table, "LINES", None)
    if lines is not None:
        return told(lines, kind, known)
    log = getattr(words.table, "log", None)  # of a package from before there were any
    text: Text | None = log(kind, known) if log else plain
    return text


def _plainly(kind: str, known: dict[str, Any]) -> Text:
    data = ", ".join(f"{name} {value}" for name, value in known.items() if name != "seat")
    plain = Text("{kind} {told}", kind=kind, told=data)
    if "seat" not in known:
        return plain
    return Text("{player}: {line}", player=Player(known["seat"]), line=plain)


def _of_action(row: Row, game: Game[Any] | None, words: Words) -> str:
    """A line for a move of which no event tells: a sealed answer, somebody who leaves."""
    who = {} if row["seat"] is None else {"player": Player(row["seat"])}
    if row["action"] == "choose":
        choice = _label(row, game, words)
        return words.say(_("{player} answers: {choice}"), choice=choice, **who)
    if row["action"] == "start":
        return words.say(_("The game begins"))
    to = row["choice"][0] if row["action"] == "rollback" else ""
    return words.say(_FURTHER.get(row["action"], row["action"]), to=to, **who)


def _label(row: Row, game: Game[Any] | None, words: Words) -> Text:
    label = getattr(words.table, "label", None)
    decision = game.decision(row["seat"]) if game else None
    if label is None or game is None or decision is None:
        return Text("{parts}", parts=", ".join(map(str, row["choice"])))
    view = game.view(decision.seat)
    text: Text = label(decision.kind, decision.args, tuple(row["choice"]), view)
    return text


def result_lines(
    result: Outcome | None, words: Words, source: Callable[[str], str]
) -> Iterator[str]:
    """The result, seat by seat in the order of ranks; ``source`` names sources of points and
    tie-breakers."""
    if result is None:
        yield words.say(_("The game was not finished"))
        return
    yield words.say(_("Result"))
    for seat in sorted(range(len(words.people)), key=lambda each: result["ranks"][each]):
        if "outcome" in result:
            ended = words.say(_ENDED[result["outcome"][seat]])
            yield f"{result['ranks'][seat]}. {words.people[seat]}: {ended}"
            continue
        points = result["breakdown"][seat]
        told = ", ".join(f"{source(name)} {n}" for name, n in points.items() if n)
        total = Text(*ngettext("{n} point", "{n} points"), n=result["scores"][seat])
        line = f"{result['ranks'][seat]}. {words.people[seat]}: {words.say(total)}"
        yield f"{line} ({told})" if told else line
    for breaker in result["tie_breakers"]:
        name = source(breaker["name"])
        values = ", ".join(
            f"{person} {value}"
            for person, value in zip(words.people, breaker["values"], strict=True)
        )
        yield words.say(_("The tie was broken by: {name} ({values})"), name=name, values=values)


def _source(words: Words, name: str) -> str:
    """The name of a source of points, or of a tie-breaker."""
    source = getattr(words.table, "source", None)
    try:
        return words.say(source(name)) if source else name
    except LookupError:  # of older rules
        return name
