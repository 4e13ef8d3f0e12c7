"""What is imported may have been made by an enemy: it is refused with a reason, soon, in bounds."""

import copy
import json
import random
import resource
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.archive import transfer
from games.errors import Illegal
from games.models import Game
from games.rules.records import reading
from games.rules.records.document import Document
from games.storage.position import Position
from tests.games.playing import to_the_end

#: What an enemy puts in the place of anything.
BAD: list[Any] = [
    *(None, True, -1, 0, 10**18, 2**64, 1.5, float("nan"), "", "x", "\0", "../../etc", "9" * 5000),
    *([], {}, [[]], [None] * 50, {"": {}}, {"__class__": "x"}, ["choose"] * 300),
]


@pytest.fixture
def finished(duel: Position) -> Document:
    to_the_end(duel.game.pk)
    document: Document = json.loads(json.dumps(transfer.export(duel.game.pk)))
    transfer.import_game(copy.deepcopy(document))
    return document


def places(node: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to everything in a document."""
    inner = node.items() if isinstance(node, dict) else enumerate(node)
    found = [path] if path else []
    if isinstance(node, dict | list):
        for key, value in inner:
            found += (
                places(value, (*path, key)) if isinstance(value, dict | list) else [(*path, key)]
            )
    return found


def put(document: Any, path: tuple[Any, ...], value: Any) -> None:
    for key in path[:-1]:
        document = document[key]
    document[path[-1]] = value


@pytest.mark.slow
def test_a_wrong_value_anywhere_is_refused_or_makes_no_difference(finished: Document) -> None:
    """Fields that do not count, such as names and times, may be anything that can be stored."""
    rng, before = random.Random(7), Game.objects.count()
    ways = places(finished)
    refused = 0
    for _time in range(400):
        forged = copy.deepcopy(finished)
        put(forged, rng.choice(ways), rng.choice(BAD))
        try:
            transfer.import_game(forged)
        except Illegal:
            refused += 1
    assert refused > 300
    assert Game.objects.count() - before == 400 - refused


@pytest.mark.parametrize(
    ("content", "word"),
    [
        ("", "no JSON"),
        ("[" * 200_000, "no JSON"),
        ('{"a":' * 200_000, "no JSON"),
        ("[]", "Expected"),
        ("{}", "missing required field"),
        ("9" * 10_000, "no JSON"),
        ('"' + "x" * 100, "no JSON"),
        ("\xff\xfe", "no JSON"),
        (" " * (reading.LONGEST_FILE + 10), "longer than 20 MB"),
    ],
)
def test_a_file_that_is_none_is_refused(tmp_path: Path, db: None, content: str, word: str) -> None:
    file = tmp_path / "game.json"
    file.write_text(content, encoding="latin-1")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(CommandError, match=word):
        call_command("import_game", file)
    with pytest.raises(SystemExit):
        call_command("verify_game", file)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 200_000, "kilobytes"


def test_a_device_that_never_ends_is_read_to_the_limit_only(db: None) -> None:
    with pytest.raises(CommandError, match="longer than 20 MB"):
        call_command("import_game", Path("/dev/zero"))


@pytest.mark.parametrize(
    ("forge", "word"),
    [
        (lambda d: d.update(moves=d["moves"] * 1500), "more than 20000 moves"),
        (lambda d: d.update(seats=d["seats"] * 50), "seats for 2 players"),
        (lambda d: d.update(players=10**18), "seats for"),
        (lambda d: d.update(finished_at="9999-12-31T23:59:59-14:00"), "no time of a game"),
        (lambda d: d.update(created_at="0001-01-01T00:00:00+14:00"), "no time of a game"),
        (lambda d: d["moves"][0].update(at="2020-01-01T00:00:00"), "no time of a game"),
        (lambda d: d["seats"][0].update(bot="nobody"), "no bot"),
        (lambda d: d["seats"][0].update(name=None), "neither"),
        (lambda d: d["moves"][1].update(kind="x" * 300), "too long"),
        (lambda d: d["moves"][0].update(choice=float("nan")), "damaged"),
    ],
)
def test_what_could_not_be_stored_or_shown_is_refused(
    finished: Document, forge: Any, word: str
) -> None:
    games = Game.objects.count()
    forge(finished)
    with pytest.raises(Illegal, match=word):
        transfer.import_game(finished)
    assert Game.objects.count() == games
