"""Help at the first time: once for each kind of decision, in one's first two games of a type."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts import people
from accounts.models import User
from games.checking.findings import Findings
from games.checking.first_times import check_first_times
from games.lessons import following
from games.lobby import open_games
from games.models import Game
from games.rules import registry
from games.rules.example.rules import LayCard
from games.rules.example.rules import rules as example
from games.storage.position import Position, load
from tests.people import browser_of as as_

WHY = "Cards are compared, so a high one wins the evening."
#: Kinds that whoever plays for the first time meets.
USUAL = {
    "imhotep": {"take_action", "take_market_card"},
    "bali": {"play", "take_card", "offer_card", "offer_face_down", "choose_reward"},
    "bora_bora": {
        *("place_die", "use_people", "take_task", "settle_task", "fire_bonus", "take_person"),
        *("expand", "place_priest", "exchange", "build", "take_god", "buy_jewel", "first_hut"),
    },
    "bomarzo": {"keep_card", "place", "offer", "copy", "play_card", "move_workers"},
}


@pytest.fixture(autouse=True)
def _a_kind_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LayCard, "first_time", WHY)


def page(user: User, game: Game) -> str:
    return as_(user).get(f"/games/{game.pk}/").content.decode()


def post(user: User, game: Game, what: str = "first-time", **form: object) -> int:
    return as_(user).post(f"/games/{game.pk}/{what}/", form).status_code


def told(user: User) -> list[str]:
    return User.objects.get(pk=user.pk).explained


def another(anna: User, ben: User) -> Game:
    made = open_games.create(anna.pk, "lanterns", 2).game
    return open_games.join_game(made.pk, ben.pk).game


def test_it_is_said_until_one_has_decided_and_not_again(
    duel: Position, anna: User, ben: User
) -> None:
    assert WHY in page(anna, duel.game)
    assert 'name="first" value="lay_card"' in page(anna, duel.game), "and stays meanwhile"
    here = load(duel.game.pk, anna.pk)
    seat = here.seat_of(anna.pk)
    assert seat is not None
    (decision,) = (each for each in here.running().decisions() if each.seat == seat.index)
    choice = f"[{decision.choices[0][0]}]"
    form = {"choice": choice, "version": here.version, "first": "lay_card"}
    assert post(anna, duel.game, "choose", **form) == 303
    assert told(anna) == ["lanterns.lay_card"]
    assert WHY not in page(anna, duel.game)
    assert WHY in page(ben, duel.game), "nobody else was told by it"


def test_it_goes_when_it_was_read_and_for_good_when_no_more_is_wanted(
    duel: Position, anna: User, ben: User
) -> None:
    assert post(anna, duel.game, kind="lay_card") == 303
    assert told(anna) == ["lanterns.lay_card"]
    assert WHY not in page(anna, duel.game)
    assert User.objects.get(pk=anna.pk).explain_first
    assert post(ben, duel.game, kind="lay_card", no_more="1") == 303
    assert not User.objects.get(pk=ben.pk).explain_first
    User.objects.filter(pk=ben.pk).update(explained=[])
    assert WHY not in page(ben, duel.game)
    profile = {"language": "en", "time_zone": "UTC", "explain_first": "on"}
    assert as_(ben).post("/accounts/profile/", profile).status_code == 302
    assert WHY in page(ben, duel.game), "the profile brings it back"


def test_nonsense_and_strangers_change_nothing(duel: Position, anna: User, cleo: User) -> None:
    for kind in ("object", "nonsense", "lanterns.lay_card"):
        assert post(anna, duel.game, kind=kind) == 303
    assert told(anna) == []
    assert post(cleo, duel.game, kind="lay_card", no_more="1") == 403
    assert User.objects.get(pk=cleo.pk).explain_first
    assert WHY not in page(cleo, duel.game)
    path = f"/games/{duel.game.pk}/first-time/"
    assert Client().post(path, {"kind": "lay_card"}).status_code == 302


def test_in_the_third_game_nothing_is_said_and_the_type_is_settled_at_once(
    duel: Position, anna: User, ben: User
) -> None:
    following.begin_lesson(anna.pk, "bali")
    games = [duel.game, another(anna, ben), another(anna, ben)]
    assert [WHY in page(anna, game) for game in games] == [True, True, False]
    assert post(anna, games[2], kind="lay_card") == 303
    assert told(anna) == ["lanterns"]


def test_whoever_is_past_it_costs_no_statement(
    duel: Position, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def statements() -> int:
        client = as_(anna)
        with CaptureQueriesContext(connection) as asked:
            client.get(f"/games/{duel.game.pk}/")
        return len(asked)

    with monkeypatch.context() as without:
        without.setattr(LayCard, "first_time", "")
        statements()
        usual = statements()
    assert statements() == usual + 1, "the games that one has begun"
    people.explained(anna.pk, "lanterns.lay_card")
    assert statements() == usual
    User.objects.filter(pk=anna.pk).update(explained=["lanterns"])
    assert statements() == usual
    User.objects.filter(pk=anna.pk).update(explained=[], explain_first=False)
    assert statements() == usual


def test_it_is_for_people_at_the_page_and_not_for_programs_or_lessons(
    duel: Position, anna: User
) -> None:
    assert WHY not in as_(anna).get(f"/api/v1/games/{duel.game.pk}").content.decode()
    lesson = following.begin_lesson(anna.pk, "bali")
    assert 'class="first-time"' not in page(anna, lesson.game)


def test_our_games_say_why_where_beginners_come_to_and_in_every_language() -> None:
    for slug, kinds in USUAL.items():
        rules = registry.get(slug)
        assert {name for name in kinds if not rules.kinds[name].first_time} == set(), slug
    for rules in registry.all():
        findings = Findings(rules.slug)
        if rules.slug != "lanterns":
            check_first_times(rules, findings)
        assert [each.what for each in findings.all()] == []


def test_what_has_no_german_is_too_long_or_has_a_number_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def faults(said: str) -> str:
        monkeypatch.setattr(LayCard, "first_time", said)
        findings = Findings(example.slug)
        check_first_times(example, findings)
        return " ".join(f"{each.where}: {each.what}" for each in findings.all())

    assert "first_time of 'lay_card'" in faults(WHY)
    assert "has no German: mark it by _(…)" in faults(WHY)
    assert "has a number" in faults("It brings 3 points.")
    assert "has 241 letters in English, 180 at most" in faults("A word " * 34 + "end")
