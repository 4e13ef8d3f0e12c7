"""After a first whole game two tips come from what its player did in it, for that player alone."""

from __future__ import annotations

import random
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from boardgames.models import Trouble
from games.checking.findings import Findings
from games.checking.tips import check_tips
from games.checking.tips import played as games_by_chance
from games.lessons import following, tips
from games.lobby import open_games
from games.models import Game, Seat
from games.moves import actions
from games.rules import registry
from games.rules.bali import table
from games.rules.bora_bora.table.tips import TIPS as OF_BORA_BORA
from games.rules.engine import Text
from games.rules.engine.tips import Played, Tip, compared, heaviest
from games.storage.position import load
from games.words import table_package, texts
from tests.games.playing import to_the_end

HEADING = "For your next game"


def over(anna: User, ben: User, slug: str = "bali", seed: int = 3) -> Game:
    """A game of the two, played to its end by chance."""
    game = open_games.create(anna.pk, slug, 2).game
    open_games.join_game(game.pk, ben.pk)
    return to_the_end(game.pk, random.Random(seed))


def page(user: User | None, game: Game) -> str:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client.get(f"/games/{game.pk}/").content.decode()


def told(user: User, game: Game) -> list[str]:
    """What this person is told at the end of a game."""
    here = load(game.pk, user.pk)
    [seat] = [seat for seat in here.seats if seat.user_id == user.pk]
    return [texts.plain(tip, texts.seat_names(here.seats)) for tip in tips.tips(here, seat)]


# Recipients -----------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_first_game_of_a_type_ends_with_two_tips_for_each_of_its_players(
    anna: User, ben: User
) -> None:
    game = over(anna, ben)
    for user in (anna, ben):
        own = told(user, game)
        assert len(own) == 2
        shown = page(user, game)
        assert HEADING in shown
        assert all(tip in shown for tip in own)
    assert told(anna, game) != told(ben, game)
    assert HEADING not in page(None, game)


@pytest.mark.slow
def test_the_second_game_has_none_and_another_type_begins_anew(
    anna: User, ben: User, cleo: User
) -> None:
    over(anna, ben)
    again = over(anna, cleo)
    assert told(anna, again) == []
    assert HEADING not in page(anna, again)
    assert len(told(cleo, again)) == 2
    assert len(told(anna, over(anna, cleo, "imhotep"))) == 2


@pytest.mark.slow
def test_a_game_that_was_not_played_to_its_end_has_none_and_counts_for_nothing(
    anna: User, ben: User
) -> None:
    game = open_games.create(anna.pk, "bali", 2).game
    open_games.join_game(game.pk, ben.pk)
    actions.resign(game.pk, anna.pk)
    game.refresh_from_db()
    assert told(anna, game) == told(ben, game) == []
    assert len(told(anna, over(anna, ben))) == 2


@pytest.mark.slow
def test_whoever_wants_nothing_explained_is_told_none(anna: User, ben: User) -> None:
    game = over(anna, ben)
    User.objects.filter(pk=anna.pk).update(explain_first=False)
    assert told(anna, game) == []


def test_a_lesson_that_was_played_on_is_a_first_game(anna: User, ben: User) -> None:
    lesson = following.begin_lesson(anna.pk, "bali")
    left = following.leave_lesson(lesson.game.pk, anna.pk)
    Seat.objects.filter(game=left.game, index=1).update(user=ben, bot="")
    to_the_end(left.game.pk, random.Random(5))
    assert len(told(anna, left.game)) == 2


@pytest.mark.slow
def test_tips_that_slip_cost_their_page_nothing_else(
    anna: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def weight(_played: Played) -> float:
        raise KeyError("altar")

    game = over(anna, ben)
    monkeypatch.setattr(table, "TIPS", (Tip("So", weight),))
    assert HEADING not in page(anna, game)
    assert Trouble.objects.filter(game="bali", place="table.TIPS").exists()
    monkeypatch.setattr(table, "TIPS", ["So"])
    assert told(anna, game) == []


# What is told ---------------------------------------------------------------------------------

PLAYED = Played(
    seat=1,
    points=[{"tasks": 30, "temple": 9}, {"tasks": 18, "temple": 11, "start": 1}, {"temple": 4}],
    choices=[
        ("place_die", (4, "fishing", "plain")),
        ("place_die", (6, "temple", "blue", "card")),
        ("place_die", (1, "fishing", "plain")),
        ("settle_task", ("A1", "discard")),
        ("settle_task", ("A4", "none")),
    ],
    view={},
)


def test_a_game_that_was_played_says_who_had_how_much_and_who_chose_what() -> None:
    assert (PLAYED.mine("tasks"), PLAYED.theirs("tasks"), PLAYED.behind("tasks")) == (18, 30, 12)
    assert (PLAYED.mine("tasks", "temple"), PLAYED.theirs("tasks", "temple")) == (29, 39)
    assert PLAYED.behind("temple") == -2
    assert PLAYED.times("place_die") == 3
    assert PLAYED.times("place_die", None, "fishing") == 2
    assert PLAYED.times("place_die", 6, None, "blue") == 1
    assert PLAYED.times("settle_task", None, "discard") == 1
    assert PLAYED.times("place_die", None, None, None, None) == 1


def test_the_heaviest_tips_are_told_first_and_none_that_does_not_fit() -> None:
    few, many = Tip("few", lambda _played: 1), Tip("many", lambda _played: 3.5)
    none = Tip("none", lambda _played: 0)
    task = Tip(Text("{n} tasks", n=lambda played: played.mine("tasks")), lambda _played: 2)
    assert heaviest([few, none, many, task], PLAYED, 2) == [Text("many"), Text("{n} tasks", n=18)]
    assert heaviest([none], PLAYED, 2) == []
    assert heaviest([few, Tip("as few", lambda _played: 1)], PLAYED, 1) == [Text("few")]


def test_a_comparison_tells_both_numbers_where_one_was_behind() -> None:
    tip = compared("tasks", "Tasks", "Plan them.")
    assert tip.weight(PLAYED) == 12
    assert (
        texts.plain(tip.said(PLAYED), [])
        == "Tasks: 18 for you, at most 30 for the others. Plan them."
    )
    assert compared("temple", "Temple", "Come.").weight(PLAYED) < 0


def test_tasks_thrown_away_weigh_more_than_dice_that_fished() -> None:
    first, second = heaviest(OF_BORA_BORA, PLAYED, 2)
    assert texts.plain(first, []).startswith("Tasks you discarded: 1.")
    assert texts.plain(second, []).startswith("Dice you used for fishing: 2.")


# What a package brings ------------------------------------------------------------------------


@pytest.mark.parametrize("slug", registry.OWN)
def test_our_games_have_two_tips_for_whatever_was_played_and_in_every_language(slug: str) -> None:
    rules, findings = registry.get(slug), Findings(slug)
    found = table_package.table(rules)
    assert found is not None
    check_tips(rules, found, findings)
    assert [each.what for each in findings.all()] == []
    for players in rules.players:
        for game in games_by_chance(rules, found, players, {}):
            assert len(heaviest(table_package.tips(rules), game, tips.MOST)) == tips.MOST


def faults(monkeypatch: pytest.MonkeyPatch, brought: object) -> str:
    monkeypatch.setattr(table, "TIPS", brought)
    findings = Findings("bali")
    check_tips(registry.get("bali"), table, findings)
    return " ".join(f"{each.where}: {each.what}" for each in findings.all())


def test_a_tip_that_is_broken_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def one(text: str | Text, weight: Any = lambda _played: 1) -> str:
        return faults(monkeypatch, (Tip(text, weight),))

    assert "TIPS has to be a tuple of Tip" in faults(monkeypatch, [Tip("So", lambda _played: 1)])
    assert "has a number in its words" in one("Buy 3 cards")
    assert "'Nobody says this' has no German" in one("Nobody says this")
    assert "is None: give a number" in one("Shrines", lambda _played: None)
    assert "raises KeyError" in one("Shrines", lambda played: played.view["moon"])
    assert "raises KeyError" in one(Text("{n} stones", n=lambda played: played.view["moon"]))
    assert "letters in English, 220 at most" in one(Text("{n}", n="So " * 90))
    assert faults(monkeypatch, (Tip("Shrines", lambda _played: 1),)) == ""
    assert faults(monkeypatch, ()) == ""
