"""The lines of the log: joined, dated once, marked as a seat's only where it is."""

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.lobby import open_games
from games.models import Seat
from games.pages.table.context import log_step
from games.pages.table.lines import Lines
from games.pages.table.reader import Reader
from games.pages.table.story import Story
from games.pages.table.view.content import sentences
from games.rules import registry
from games.showing import snapshot
from games.showing.data import LogEntry
from games.storage.position import Position, load
from games.words import table_package, texts
from tests.games.playing import answer, asked, to_the_end


def table_of(position: Position, user: User) -> Reader:
    return Reader(load(position.game.pk, user.pk), user.pk)


def delivered(seat: int, points: int, number: int = 7) -> LogEntry:
    data: Any = {"seat": seat, "stone": 4, "site": "temple", "position": 0, "points": points}
    return LogEntry(
        number, number, seat, "stone_delivered", data, "a stone comes", "2026-11-22T09:00:00+00:00"
    )


def test_what_is_told_together_is_told_in_sentences() -> None:
    told = sentences(["Row 1 is refilled", "Anna plays: Chisel.", "Choose an action"])
    assert told == "Row 1 is refilled. Anna plays: Chisel. Choose an action."


def test_stones_of_one_boat_are_one_line_for_each_seat(started: Position, anna: User) -> None:
    table = table_of(started, anna)
    stones = [delivered(0, 2), delivered(1, 0), delivered(0, 1), delivered(0, 2)]
    one, two = (texts.seat_names(started.seats)[seat] for seat in (0, 1))
    lines = Lines(table).of(stones)
    assert [line.text for line in lines] == [
        "a stone comes",
        f"3 of {one}'s stones go to the temple: 5 points.",
    ]
    assert [line.seat for line in lines] == [1, 0]
    assert lines[1].lights == "site-temple"
    # What is new is not joined with what was known.
    assert len(Lines(table).of(stones, fresh=stones[3:])) == 3
    assert two in texts.seat_names(started.seats)


def test_cards_taken_one_after_the_other_are_one_line() -> None:
    took = [{"seat": 1, "card": "rice", "row": 0, "id": 3},
            {"seat": 1, "card": "shrine", "row": 2, "id": 9}]  # fmt: skip
    text = table_package.joined(registry.get("bali"), "took", took)
    assert text is not None
    assert texts.plain(text, ["anna", "ben"]).startswith("ben takes ")
    assert texts.plain(text, ["anna", "ben"]).endswith("from row 3")
    assert table_package.joined(registry.get("bali"), "played", took) is None


def test_a_game_type_without_such_words_joins_nothing(lanterns: None) -> None:
    assert table_package.joined(registry.get("lanterns"), "won", [{"seat": 0}, {"seat": 0}]) is None


@pytest.mark.slow
def test_a_whole_game_has_each_stone_in_some_line_and_no_mark_without_a_seat(
    started: Position, anna: User, as_: Any
) -> None:
    to_the_end(started.game.pk, random.Random(3))
    table = table_of(started, anna)
    entries = [entry for entry in snapshot.describe_log(table.position, table.me) if entry.text]
    lines = Story(table).whole()
    assert len(lines) < len(entries)
    stones = sum(entry.kind == "stone_delivered" for entry in entries)
    told = [re.match(r"(?:(\d+) of )?.*'s stones? go(?:es)? to", line.text) for line in lines]
    assert sum(int(found[1] or 1) for found in told if found) == stones
    ends = [line for line in lines if line.text.endswith(" ends.")]
    assert len(ends) == 6
    assert all(line.seat is None for line in ends)
    page = as_(anna).get(f"/games/{started.game.pk}/log/").content.decode()
    assert page.count('class="log-day"') == len({line.date for line in lines})
    assert len(re.findall(r'<time class="log-time"[^>]*>\d\d:\d\d</time>', page)) == len(lines)


@pytest.mark.parametrize("bots", [1, 3])
def test_bots_have_names_of_their_own(anna: User, bots: int) -> None:
    position = open_games.create(anna.pk, "imhotep", bots + 1, bots=bots)
    names = texts.seat_names(list(Seat.objects.filter(game=position.game)))
    assert len(set(names)) == bots + 1
    assert set(names) - {"anna"} <= set(texts.BOTS)


@pytest.mark.slow
def test_the_end_says_what_decided_it_and_has_a_picture_for_everybody(
    started: Position, anna: User, ben: User, cleo: User, as_: Any
) -> None:
    game = started.game
    picture = f"/games/{game.pk}/picture.png"
    assert as_(anna).get(picture).status_code == 404, "not before the end"
    to_the_end(game.pk, random.Random(3))
    page = as_(None).get(f"/games/{game.pk}/").content.decode()
    assert "What decided the game" in page
    assert f'src="{picture}"' in page
    assert as_(None).get(picture).content.startswith(b"\x89PNG")
    type(game).objects.filter(pk=game.pk).update(visibility="private")
    assert as_(cleo).get(picture).status_code == 404
    assert as_(cleo).get(f"{picture}?key={game.key}").status_code == 200
    assert f"{picture}?key=" in as_(ben).get(f"/games/{game.pk}/").content.decode()


@pytest.mark.slow
def test_lines_of_before_the_last_step_stay_the_same_until_the_next(
    started: Position, anna: User
) -> None:
    game_id, rng = started.game.pk, random.Random(3)
    shown = dict[int, list[set[str]]]()
    while seats := asked(game_id):
        pick = rng.choice
        answer(game_id, seats[0], pick)
        story = Story(Reader(load(game_id, None), None))
        newest, earlier = story.lines()
        step = log_step(story.reader.version)
        assert all(line.version > step for line in newest)
        shown.setdefault(step, []).append({line.text for line in earlier})
        whole = [line.text for line in story.whole()]
        told = [line.text for line in [*newest, *earlier]]
        assert told == whole[: len(told)]
        assert len(told) >= min(len(whole), 8)
    assert len(shown) > 4
    for step, earlier_of_each in shown.items():
        # One that is joined with what follows goes to the newest.
        assert all(later <= earlier_of_each[0] for later in earlier_of_each), step
        assert len(earlier_of_each[-1]) >= len(earlier_of_each[0]) - 1


def test_nothing_is_since_ones_last_move_before_there_is_one(
    started: Position, as_: Callable[[User | None], Client]
) -> None:
    game_id, (mover,) = started.game.pk, asked(started.game.pk)
    User.objects.update(confirm_turns=False)
    answer(game_id, mover)
    (second,) = asked(game_id)
    told = "Since your last move"
    page = f"/games/{game_id}/"
    assert (
        told
        not in as_(User.objects.get(seats__game=game_id, seats__index=second))
        .get(page)
        .content.decode()
    )
    answer(game_id, second)
    assert (
        told
        in as_(User.objects.get(seats__game=game_id, seats__index=mover)).get(page).content.decode()
    )
