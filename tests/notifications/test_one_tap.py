"""Quick answers out of e-mails: looking does nothing, a POST moves once, and only while it may."""

import random
from dataclasses import replace
from datetime import timedelta

import pytest
from django.core import signing
from django.test import Client

from accounts import people
from accounts.models import User
from accounts.preferences import reading_as
from accounts.sessions import links
from games.messages import one_tap, turn_by_mail
from games.messages.one_tap import Tap
from games.models import Game, Move, Seat
from games.moves import actions
from games.pages.table.reader import Reader
from games.pages.table.view.choosing import Choosing
from games.showing import snapshot
from games.showing.data import LogEntry
from games.storage import position
from games.storage.position import Position
from tests.games.playing import answer
from tests.games.times import Times
from tests.notifications.test_mail_looks import begun, to_few


@pytest.fixture
def tap(times: Times, anna: User, ben: User) -> Tap:
    """The first of a few answers that an e-mail offers."""
    game = begun("bali", [anna, ben])
    user = to_few(game, random.Random(4))
    seat = Seat.objects.get(game=game, user=user)
    decision = position.load(game, user.pk).running().decision(seat.index)
    assert decision is not None
    assert seat.waiting_since is not None
    since = seat.waiting_since.isoformat()
    times.go(minutes=2)
    return Tap(user, game, seat.asked_version, decision.choices[0], since)


def moves() -> int:
    return Move.objects.filter(action=Move.Action.CHOOSE).count()


def visitor() -> Client:
    """Nobody signed in; forms need their token."""
    return Client(enforce_csrf_checks=True)


def post(client: Client, path: str) -> str:
    page = client.get(path)
    token = page.context["csrf_token"] if page.context else client.cookies["csrftoken"].value
    return client.post(path, {"csrfmiddlewaretoken": str(token)}, follow=True).content.decode()


def test_looking_changes_nothing(tap: Tap) -> None:
    before = Game.objects.values().get(pk=tap.game_id), Seat.objects.values_list().order_by("pk")[:]
    for client in (visitor(), Client()):
        for _look in range(3):
            page = client.get(tap.path)
            assert page.status_code == 200
            assert client.head(tap.path).status_code == 200
            assert "no-store" in page["Cache-Control"]
    after = Game.objects.values().get(pk=tap.game_id), Seat.objects.values_list().order_by("pk")[:]
    assert list(map(str, before)) == list(map(str, after))


def test_the_page_names_game_question_answer_and_person(tap: Tap) -> None:
    with reading_as(tap.user):
        offer = one_tap.still(tap)
    assert offer is not None
    page = visitor().get(tap.path).content.decode()
    for said in (tap.user.username, "Bali", offer.answer):
        assert said in page


def test_a_post_moves_without_signing_in(tap: Tap) -> None:
    before = moves()
    page = post(visitor(), tap.path)
    assert moves() == before + 1
    move = Move.objects.order_by("-version").filter(action=Move.Action.CHOOSE)[0]
    assert (move.user_id, tuple(move.choice or ())) == (tap.user.pk, tap.choice)
    assert f"/games/{tap.game_id}/" in page


@pytest.mark.parametrize("end", ["password", "sessions"])
def test_a_new_password_or_signing_out_everywhere_ends_it(tap: Tap, end: str) -> None:
    """Whoever read the mail in between may be why."""
    before, paths = moves(), (tap.path, tap.turn.path)
    user = User.objects.get(pk=tap.user.pk)
    if end == "password":
        user.set_password("another-harbour-8")
        user.save()
    else:
        people.end_access(user)
    assert [visitor().get(path).status_code for path in paths] == [410, 410]
    assert Client().post(tap.path).status_code == 410
    assert moves() == before
    assert visitor().get(replace(tap, user=user).path).status_code == 200


def test_no_post_from_a_foreign_page(tap: Tap) -> None:
    before = moves()
    assert visitor().post(tap.path).status_code == 403
    assert moves() == before


def test_twice_moves_once(tap: Tap) -> None:
    client = visitor()
    before = moves()
    post(client, tap.path)
    token = client.cookies["csrftoken"].value
    again = client.post(tap.path, {"csrfmiddlewaretoken": token}, follow=True)
    assert again.status_code == 200
    assert moves() == before + 1


def test_another_answer_to_the_same_question_comes_too_late(tap: Tap) -> None:
    decision = (
        position.load(tap.game_id, tap.user.pk)
        .running()
        .decision(Seat.objects.get(game=tap.game_id, user=tap.user).index)
    )
    assert decision is not None
    other = Tap(tap.user, tap.game_id, tap.version, decision.choices[1])
    client = visitor()
    client.get(other.path)
    one_tap.make_choice(tap)
    before = moves()
    late = client.post(other.path, {"csrfmiddlewaretoken": client.cookies["csrftoken"].value})
    assert late.status_code in (403, 409)
    assert f"/games/{tap.game_id}/" in late.content.decode()
    assert moves() == before


def test_the_page_says_when_the_game_has_moved_on(tap: Tap) -> None:
    answer(tap.game_id, Seat.objects.get(game=tap.game_id, user=tap.user).index)
    page = visitor().get(tap.path).content.decode()
    assert "<form" not in page.split("<main")[1]
    assert f"/games/{tap.game_id}/" in page


def test_a_question_that_came_back_by_undo_is_asked_anew(tap: Tap) -> None:
    index = Seat.objects.get(game=tap.game_id, user=tap.user).index
    here = answer(tap.game_id, index, hold=True)
    actions.undo(tap.game_id, tap.user.pk, version=here.version)
    assert one_tap.still(tap) is None


def test_a_seat_that_a_bot_plays(tap: Tap) -> None:
    Seat.objects.filter(user=tap.user).update(bot="random")
    client = visitor()
    assert "<form" not in client.get(tap.path).content.decode().split("<main")[1]
    before = moves()
    token = signing.dumps("x")
    assert client.post(tap.path, {"csrfmiddlewaretoken": token}).status_code == 403
    assert moves() == before


def test_what_follows_is_told_as_its_reader_may_know_it(
    tap: Tap, anna: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[int | None] = []
    real = snapshot.describe_log

    def log(here: Position, index: int | None, since: int = 0) -> list[LogEntry]:
        told.append(index)
        return real(here, index, since)

    monkeypatch.setattr(snapshot, "describe_log", log)
    index = Seat.objects.get(game=tap.game_id, user=tap.user).index
    one_tap.make_choice(tap)
    turn_by_mail.happened(tap.game_id, tap.version, None)
    turn_by_mail.happened(tap.game_id, tap.version, tap.user.pk)
    turn_by_mail.happened(tap.game_id, tap.version, ben.pk if tap.user == anna else anna.pk)
    assert told == [None, index, 1 - index]


def test_nothing_of_a_private_game_is_told_to_strangers(tap: Tap) -> None:
    Game.objects.filter(pk=tap.game_id).update(visibility=Game.Visibility.PRIVATE)
    page = post(visitor(), tap.path)
    assert turn_by_mail.happened(tap.game_id, tap.version, None) == []
    assert "<li>" not in page.split("<h1")[1].split("</main>")[0]


def test_answers_that_read_the_same_are_offered_once(
    tap: Tap, monkeypatch: pytest.MonkeyPatch
) -> None:
    def table() -> Reader:
        return Reader(position.load(tap.game_id, tap.user.pk), tap.user.pk)

    assert len(one_tap.offers(table(), tap.user)) > 1
    monkeypatch.setattr(Choosing, "label", lambda self, parts: "a statue")
    (offer,) = one_tap.offers(table(), tap.user)
    assert offer.tap.choice == tap.choice


class TestTokens:
    def test_say_what_they_are_about(self, tap: Tap) -> None:
        assert one_tap.read_link(tap.path.split("/")[-2]) == tap

    @pytest.mark.parametrize("token", ["x", "WzEsMl0:1:2", "a:b:c"])
    def test_that_are_not_ours(self, db: None, token: str) -> None:
        answer = visitor().get(f"/mail/choose/{token}/")
        assert answer.status_code == 410
        assert "<form" not in answer.content.decode().split("<main")[1]

    def test_changed_by_a_letter(self, tap: Tap) -> None:
        path = tap.path
        for place in range(len("/mail/choose/"), len(path) - 1, 7):
            letter = "a" if path[place] != "a" else "b"
            assert visitor().get(path[:place] + letter + path[place + 1 :]).status_code in (
                404,
                410,
            )

    def test_of_closed_accounts(self, tap: Tap) -> None:
        User.objects.filter(pk=tap.user.pk).update(is_active=False)
        assert visitor().get(tap.path).status_code == 410

    def test_are_used_up_by_time(self, tap: Tap, monkeypatch: pytest.MonkeyPatch) -> None:
        token = tap.path.split("/")[-2]
        monkeypatch.setattr(links, "VALID", timedelta(seconds=-1))
        assert one_tap.read_link(token) is None

    def test_of_other_kinds_of_links(self, tap: Tap) -> None:
        other = signing.dumps([tap.user.pk, tap.game_id, tap.version, tap.choice], salt="other")
        assert one_tap.read_link(other) is None
