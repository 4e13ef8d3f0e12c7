"""Attacks that once did harm: by people who have an account, against those whom they play with."""

import pytest
from django.test import Client

from accounts.models import User
from games.absence import replacing
from games.errors import Refused, TooMany
from games.lobby import limits, open_games, rematch
from games.models import Game, Seat
from games.moderation import acts, seats
from games.moves import actions
from games.pages import answers
from games.storage.position import Position
from notifications.models import Notification
from tests.people import person


def test_whoever_comes_and_goes_fills_nobodys_mailbox(
    lanterns: None, anna: User, ben: User
) -> None:
    game = open_games.create(anna.pk, "lanterns", 3).game
    for _time in range(4):
        open_games.join(game.pk, ben.pk)
        open_games.leave(game.pk, ben.pk)
    told = Notification.objects.filter(user=anna, game=game)
    assert sorted(told.values_list("kind", flat=True)) == ["joined", "left"]


def test_a_rematch_offered_again_and_again_is_too_much(
    duel: Position, anna: User, ben: User
) -> None:
    actions.resign(duel.game.pk, anna.pk)
    for _time in range(rematch.MOST_OFFERS):
        rematch.agree(duel.game.pk, anna.pk)
        rematch.decline(duel.game.pk, anna.pk)
    with pytest.raises(TooMany):
        rematch.agree(duel.game.pk, anna.pk)
    told = Notification.objects.filter(user=ben, kind="rematch").count()
    assert told == rematch.MOST_OFFERS


def test_rematches_against_bots_count_as_new_games(
    monkeypatch: pytest.MonkeyPatch, lanterns: None, anna: User
) -> None:
    monkeypatch.setattr(limits, "PER_HOUR", {"new game": 3, "invitation": 60})
    game_id = open_games.create(anna.pk, "lanterns", 2, bots=1).game.pk
    for _time in range(2):
        actions.resign(game_id, anna.pk)
        game_id = rematch.agree(game_id, anna.pk).made_id or 0
    actions.resign(game_id, anna.pk)
    with pytest.raises(TooMany):
        rematch.agree(game_id, anna.pk)
    assert Game.objects.count() == 3


def test_whoever_lets_many_games_wait_takes_over_no_other(
    monkeypatch: pytest.MonkeyPatch, duel: Position, anna: User, cleo: User
) -> None:
    Seat.objects.filter(game=duel.game, index=0).update(
        bot="random", offered_at=duel.game.created_at
    )
    monkeypatch.setattr(limits, "MOST_WAITING", 0)
    with pytest.raises(Refused) as refused:
        replacing.take(duel.game.pk, cleo.pk)
    assert refused.value.code == "too_many_waiting"


def test_a_moderator_decides_nothing_at_a_table_where_he_plays(
    duel: Position, anna: User, ben: User
) -> None:
    for act in (acts.cancel, acts.end, acts.pause):
        with pytest.raises(Refused) as refused:
            act(duel.game.pk, anna.pk, "I am losing")
        assert refused.value.code == "own_game"
    with pytest.raises(Refused):
        seats.forfeit(duel.game.pk, anna.pk, 1, "He is winning")
    with pytest.raises(Refused):
        acts.rate(duel.game.pk, anna.pk, True, "I am winning")
    assert Game.objects.get(pk=duel.game.pk).status == Game.Status.RUNNING


def test_a_moderator_gives_no_seat_to_himself(duel: Position, cleo: User) -> None:
    with pytest.raises(Refused) as refused:
        seats.replace(duel.game.pk, cleo.pk, 0, "cleo", "I have looked at all hands")
    assert refused.value.code == "yourself"


def test_moves_by_page_are_counted(
    monkeypatch: pytest.MonkeyPatch, duel: Position, anna: User
) -> None:
    monkeypatch.setattr(answers, "POSTS_PER_MINUTE", 3)
    browser = Client()
    browser.force_login(anna)
    path = f"/games/{duel.game.pk}/choose/"
    found = [browser.post(path, {"choice": "[]", "version": "1"}) for _time in range(5)]
    assert [answer.status_code for answer in found] == [422, 422, 422, 429, 429]
    assert int(found[-1]["Retry-After"]) > 0
    other = Client()
    other.force_login(person("somebody"))
    assert other.post(path, {"choice": "[]", "version": "1"}).status_code == 403
    assert browser.get(f"/games/{duel.game.pk}/").status_code == 200, "looking is free"
