"""Attacks that once did harm: by people who have an account, against those whom they play with."""

import pytest
from django.core import mail
from django.test import Client
from pytest_django import Settings

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
        open_games.join_game(game.pk, ben.pk)
        open_games.leave_game(game.pk, ben.pk)
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
    assert told == 1, "once a day"


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
    open_games.create(cleo.pk, "lanterns", 2, bots=1, first=True)
    monkeypatch.setattr(limits, "MOST_WAITING", 1)
    with pytest.raises(Refused) as refused:
        replacing.take_seat(duel.game.pk, cleo.pk)
    assert refused.value.code == "too_many_waiting"


def test_a_moderator_decides_nothing_at_a_table_where_he_plays(
    duel: Position, anna: User, ben: User
) -> None:
    for act in (acts.cancel_game, acts.end_game, acts.pause_game):
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


def test_nobody_fills_the_lobby(
    monkeypatch: pytest.MonkeyPatch, lanterns: None, anna: User
) -> None:
    monkeypatch.setattr(limits, "MOST_OPEN", 2)
    first = open_games.create(anna.pk, "lanterns", 3).game
    open_games.create(anna.pk, "lanterns", 3)
    with pytest.raises(Refused) as refused:
        open_games.create(anna.pk, "lanterns", 3)
    assert refused.value.code == "too_many_open"
    open_games.create(anna.pk, "lanterns", 2, bots=1)  # waits for nobody
    open_games.create(anna.pk, "lanterns", 3, visibility="private")  # seen by nobody
    open_games.cancel(first.pk, anna.pk)
    open_games.create(anna.pk, "lanterns", 3)


def test_nobody_is_invited_again_and_again(lanterns: None, anna: User, ben: User) -> None:
    games = [
        open_games.create(anna.pk, "lanterns", 3, visibility="private", invite=["ben"]).game
        for _time in range(limits.MOST_INVITATIONS)
    ]
    with pytest.raises(Refused) as refused:
        open_games.create(anna.pk, "lanterns", 3, visibility="private", invite=["ben"])
    assert refused.value.code == "unanswered"
    open_games.join_game(games[0].pk, ben.pk)
    open_games.create(anna.pk, "lanterns", 3, visibility="private", invite=["ben"])


def test_links_in_letters_lead_to_the_site_whatever_name_it_was_asked_by(
    client: Client, anna: User, settings: Settings
) -> None:
    settings.ALLOWED_HOSTS = ["127.0.0.1"]
    client.post("/accounts/password/reset/", {"email": anna.email}, headers={"host": "127.0.0.1:6"})
    (letter,) = mail.outbox
    assert f"{settings.SITE_URL}/accounts/password/reset/key/" in str(letter.body)
    assert "127.0.0.1:6/" not in str(letter.body)


def test_half_a_character_is_refused_as_nonsense(duel: Position, client: Client) -> None:
    mover = next(seat.user for seat in duel.seats if seat.to_move)
    client.force_login(mover)  # type: ignore[arg-type]
    form = {"choice": '["\\ud800"]', "version": duel.version, "key": "a"}
    assert client.post(f"/games/{duel.game.pk}/choose/", form).status_code == 422


def test_no_page_about_an_account_is_kept(client: Client, anna: User) -> None:
    client.force_login(anna)
    for page in ("profile", "email", "2fa", "password/change"):
        assert "no-store" in client.get(f"/accounts/{page}/")["Cache-Control"], page
