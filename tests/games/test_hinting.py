"""Hints in games against bots alone: asked for, tried elsewhere, shown, and recorded."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from boardgames.redis import best_effort
from games import tasks
from games.bots import hinting
from games.errors import Forbidden, NotFound, Refused, Unavailable
from games.lobby import open_games
from games.models import Hint, Incident, Seat
from games.rules.engine.search.hints import STEP, STEPS, Hinted, find_best, rank_choices
from games.rules.engine.search.judging import Trial, Tried
from games.storage.position import Position
from tests.people import person

Sent = list[tuple[str, tuple[Any, ...]]]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Sent:
    found: Sent = []

    def wake(task: str, queue: str, *args: Any, expires: float) -> bool:
        found.append((task, args))
        return True

    monkeypatch.setattr(best_effort, "wake", wake)
    monkeypatch.setattr(best_effort, "length", lambda queue: 0)
    return found


@pytest.fixture
def solo(anna: User, sent: Sent) -> Position:
    """Anna against a bot, and it is her turn."""
    return open_games.create(anna.pk, "lanterns", 2, bots=1, visibility="private", first=True)


def of(task: str, sent: Sent) -> list[tuple[Any, ...]]:
    return [args for name, args in sent if name == f"games.tasks.{task}"]


def test_it_is_tried_elsewhere_told_and_noted(
    solo: Position, anna: User, sent: Sent, client: Client
) -> None:
    client.force_login(anna)
    page = f"/games/{solo.game.pk}/"
    assert "Give me a hint" in client.get(page).content.decode()
    client.post(f"{page}hint/")
    assert "Programs try your choices" in client.get(page).content.decode()
    client.post(f"{page}hint/")
    (asked,) = of("think_of_hint", sent)
    tasks.think_of_hint(*asked)
    (back,) = of("take_hint", sent)
    tasks.take_hint(*back)
    shown = client.get(page).content.decode()
    assert "These look best" in shown
    assert "was given a hint" in shown
    tasks.take_hint(*back)
    assert Incident.objects.filter(kind="hint").count() == 1
    assert len(of("think_of_hint", sent)) == 2, "what comes twice is not tried further twice"


def test_a_hint_on_a_question_that_is_answered_is_dropped(
    solo: Position, anna: User, sent: Sent
) -> None:
    hinting.request_hint(solo.game.pk, anna.pk)
    tasks.think_of_hint(*of("think_of_hint", sent)[0])
    (game_id, seat, decision, found) = of("take_hint", sent)[0]
    Seat.objects.filter(user=anna).update(decision_id=decision + 1)
    tasks.take_hint(game_id, seat, decision, found)
    assert Hint.objects.get().found is None
    assert not Incident.objects.filter(kind="hint").exists()
    tasks.think_of_hint(solo.game.pk, 0, {})
    assert len(of("take_hint", sent)) == 1, "nonsense brings nothing"


def test_not_in_games_with_people_and_not_for_others(
    duel: Position, anna: User, ben: User, sent: Sent, solo: Position
) -> None:
    for one in (anna, ben):
        with pytest.raises(Refused, match="only in games against bots"):
            hinting.request_hint(duel.game.pk, one.pk)
    with pytest.raises(NotFound):
        hinting.request_hint(solo.game.pk, ben.pk)
    with pytest.raises(Forbidden):
        hinting.request_hint(duel.game.pk, person("stranger").pk)
    assert not Hint.objects.exists()


def test_where_too_much_waits_one_is_told_to_come_again(
    solo: Position, anna: User, sent: Sent, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(best_effort, "length", lambda queue: 10**6)
    with pytest.raises(Unavailable, match="The bots are busy"):
        hinting.request_hint(solo.game.pk, anna.pk)


def test_what_is_about_equal_is_said_to_be() -> None:
    def leads(*of: float) -> list[Tried]:
        return [Tried(lead, {"all": lead}) for lead in of]

    kind = [leads(5, 6, 5, 6), leads(4, 6, 5, 5), leads(-3, -2, -3, -2)]
    best, close, worse = rank_choices(Trial([("a",), ("b",), ("c",)], [kind, kind]))
    assert (best.choice, close.choice, worse.choice) == (("a",), ("b",), ("c",))
    assert (best.equal, close.equal, worse.equal) == (True, True, False)
    assert (best.lead, best.games) == (5.5, 8)


def test_the_order_is_that_of_the_leads_that_are_shown() -> None:
    def leads(*of: float) -> list[Tried]:
        return [Tried(lead) for lead in of]

    kind = [leads(6, 6, 1, 1), leads(4, 4, 6, 6), leads(5, 5, 5, 5)]
    shown = rank_choices(Trial([("a",), ("b",), ("c",)], [kind, kind]))
    assert [each.choice for each in shown] == [("b",), ("c",), ("a",)]


def test_the_best_is_named_only_where_both_kinds_of_players_are_sure_of_all_others() -> None:
    def leads(*of: float) -> list[Tried]:
        return [Tried(lead) for lead in of]

    clear = [leads(9, 10, 9, 10), leads(4, 5, 4, 5), leads(1, 2, 1, 2)]
    close = [leads(9, 10, 9, 10), leads(4, 5, 4, 5), leads(8, 9, 8, 9)]
    of = [("a",), ("b",), ("c",)]
    assert find_best(Trial([*of], [clear, clear])) == ("a",)
    assert find_best(Trial([*of], [clear, close])) is None
    assert find_best(Trial([*of], [close, close])) is None
    assert find_best(Trial(of[:1], [clear[:1]] * 2)) is None, "nothing to compare it with"


def test_it_is_tried_further_in_steps_while_the_question_stands_and_nobody_else_waits(
    solo: Position, anna: User, sent: Sent, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.force_login(anna)
    page = f"/games/{solo.game.pk}/"
    client.post(f"{page}hint/")
    shown = []
    while steps := of("think_of_hint", sent):
        sent.clear()
        tasks.think_of_hint(*steps[0])
        tasks.take_hint(*of("take_hint", sent)[0])
        shown.append(client.get(page).content.decode())
        assert len(shown) <= STEPS, "it ends"
    games = [2 * STEP * n for n in range(1, STEPS + 1)]
    assert len(shown) == STEPS
    for html, n in zip(shown, games, strict=True):
        assert f"played each choice to the end {n} times" in html
    assert Incident.objects.filter(kind="hint").count() == 1

    Hint.objects.all().delete()
    client.post(f"{page}hint/")
    tasks.think_of_hint(*of("think_of_hint", sent)[0])
    sent[:] = [each for each in sent if each[0] == "games.tasks.take_hint"][-1:]
    monkeypatch.setattr(best_effort, "length", lambda queue: 10**6)
    tasks.take_hint(*of("take_hint", sent)[0])
    assert not of("think_of_hint", sent)


def test_one_thing_is_said_in_the_games_own_words_where_it_is_sure(
    solo: Position, anna: User, client: Client
) -> None:
    def ends(*of: dict[str, float]) -> list[Tried]:
        return [Tried(sum(by.values()), by) for by in of]

    steady = ends(*[{"lanterns": 5.0, "objections": float(n % 3)} for n in range(6)])
    other = ends(*[{"lanterns": 2.0, "objections": float(n % 2)} for n in range(6)])
    best, worse = rank_choices(Trial([("a",), ("b",)], [[steady, other]] * 2))
    assert (best.differs, worse.differs) == (("lanterns", 3.0), ("lanterns", -3.0))
    [alone] = rank_choices(Trial([("a",)], [[steady]] * 2))
    assert alone.differs is None

    decision = solo.running().decision(solo.seats[0].index if solo.seats[0].user else 1)
    assert decision
    seat = Seat.objects.get(user=anna)
    found = [
        Hinted(decision.choices[0], 3.0, 1.0, True, ("points", 2.5), 12),
        Hinted(decision.choices[1], 0.5, 1.0, True, ("points", -2.5), 12),
    ]
    Hint.objects.create(
        seat=seat, decision=decision.id, until=timezone.now(), found=msgspec.to_builtins(found)
    )
    client.force_login(anna)
    html = client.get(f"/games/{solo.game.pk}/").content.decode()
    assert "2.5 points more than with the other choices: " in html
    assert "2.5 points fewer than with the other choices: " in html
