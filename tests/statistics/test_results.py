"""What is counted of finished games for statistics and players' pages."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from games.models import Encounter, Game, Tally
from games.statistics import results
from games.storage import sums
from games.tasks import count_results
from tests.statistics.played import over


def tally(kind: str, key: str = "", user: User | None = None, players: int = 2) -> Tally | None:
    return Tally.objects.filter(
        type="lanterns", kind=kind, key=key, user=user, players=players
    ).first()


def test_a_record_is_of_all_games_with_another_person(anna: User, ben: User) -> None:
    over([anna, ben], [30, 10], day=1)
    over([anna, ben, None], [10, 10, 40], day=2)
    over([anna, None], [10, 5], day=3)
    over([ben, anna], [10, 30], day=4, gone=[1])
    count_results()
    two, three = tally("record", user=anna), tally("record", user=anna, players=3)
    assert two is not None
    assert three is not None
    assert (two.games, two.wins, two.places) == (2, 1, 3)  # the bot that has won is not she
    assert two.share == pytest.approx(0.75 + 0.75)
    assert (three.games, three.wins, three.places) == (1, 0, 2)


def test_statistics_are_of_games_that_people_played_to_the_end(anna: User, ben: User) -> None:
    over([anna, ben], [30, 10], day=1, options={"moons": True})
    over([anna, ben], [20, 20], day=2)
    over([anna, ben, None], [1, 2, 3], day=3)
    over([anna, ben], [1, 2], day=4, gone=[0])
    count_results()
    games = tally("game")
    assert games is not None
    assert (games.games, games.moves, games.seconds) == (2, 60, 4 * 86400)
    first, second = tally("seat", "0"), tally("seat", "1")
    assert first is not None
    assert second is not None
    assert (first.wins, second.wins) == (1.5, 0.5)
    assert (first.points, second.points) == (50, 30)
    best = tally("place", "1")
    assert best is not None
    assert (best.games, best.points) == (3, 70)
    chosen, cards = tally("option", "moons=True"), tally("source", "cards", user=ben)
    assert chosen is not None
    assert chosen.games == 1
    assert cards is not None
    assert (cards.games, cards.points) == (2, 28)


def test_people_who_have_met_are_counted_both_ways(anna: User, ben: User, cleo: User) -> None:
    over([anna, ben, cleo], [3, 2, 2])
    over([anna, ben], [1, 2], day=1)
    count_results()
    met = {
        (row.user.username, row.other.username): (row.games, row.ahead, row.behind)
        for row in Encounter.objects.select_related("user", "other")
    }
    assert met["anna", "ben"] == (2, 1, 1)
    assert met["ben", "anna"] == (2, 1, 1)
    assert met["ben", "cleo"] == (1, 0, 0)
    assert met["cleo", "anna"] == (1, 0, 1)


def test_each_game_is_counted_once(anna: User, ben: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results.RESULTS, "at_once", 3)
    for day in range(8):
        over([anna, ben], [2, 1], day=day // 2)  # two end at the same moment
    count_results()
    count_results()
    games = tally("game")
    assert games is not None
    assert games.games == 8


def everything() -> list[tuple[object, ...]]:
    """All that is counted; what is no whole number as exactly as anybody could see."""
    tallies = Tally.objects.order_by("type", "user", "players", "kind", "key").values_list(
        *("type", "user", "players", "kind", "key", "games", "wins", "places", "points"),
        *("share", "moves", "seconds"),
    )
    pairs = Encounter.objects.order_by("type", "user", "other").values_list(
        "type", "user", "other", "games", "ahead", "behind"
    )
    return [
        tuple(round(each, 9) if isinstance(each, float) else each for each in row)
        for row in (*tallies, *pairs)
    ]


@pytest.mark.slow
def test_counting_anew_gives_the_same_numbers(
    anna: User, ben: User, cleo: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    for day in range(9):
        over([anna, ben, cleo], [day, 7, 7 - day % 3], day=day, gone=[2] * (day % 4 == 0))
        over([ben, anna], [day, 5], day=day, type_="imhotep")
        count_results()
    before = everything()
    Tally.objects.filter(type="lanterns").update(games=99)
    Encounter.objects.filter(type="lanterns").update(games=99)
    monkeypatch.setattr(results.RESULTS, "at_once", 4)
    call_command("tally", "lanterns")
    assert everything() == before
    call_command("tally")
    assert everything() == before
    count_results()
    assert everything() == before
    with pytest.raises(CommandError, match="no game type go"):
        call_command("tally", "go")


def test_a_count_that_fails_is_made_up_for_later(
    anna: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    over([anna, ben], [2, 1])
    with monkeypatch.context() as patch:
        patch.setattr(sums, "add", lambda *args: 1 / 0)
        count_results()
    assert tally("game") is None
    count_results()
    assert tally("game") is not None
    assert Game.objects.get().status == Game.Status.FINISHED
