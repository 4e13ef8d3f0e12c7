"""What moderators do at a table beside what tests/games/test_moderation.py looks at."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from accounts.company import relationships
from accounts.models import Act, Block, User
from games.archive import transfer
from games.errors import Forbidden, Illegal, Refused
from games.models import Game, Incident, Move, RatingChange
from games.moderation import acts, seats
from games.moves import actions
from games.pages.table.act import moderator_view
from games.ratings.counting import RATINGS
from games.rules.records import fairness
from games.showing import snapshot
from games.storage.position import load, newest
from games.words import table_package, texts
from tests.games.playing import answer, asked, to_the_end
from tests.games.tables import let_bots_move, seat_of, table
from tests.games.times import Times
from tests.people import person
from tests.statistics.played import over


@pytest.fixture
def game(times: Times, anna: User, ben: User) -> int:
    return table(anna, ben)


def lines(game_id: int) -> list[str]:
    return [entry.text or "" for entry in snapshot.describe_log(load(game_id, None), None)]


def test_a_deadline_is_set_sooner_or_later(
    times: Times, mo: User, game: int, anna: User, ben: User
) -> None:
    index = seat_of(game, ben).index
    for at in (times.now + timedelta(hours=5), times.now + timedelta(days=20)):
        seats.set_deadline(game, mo.pk, index, at, "As agreed")
        assert seat_of(game, ben).deadline == at
    assert any("sets when ben's time is up" in line for line in lines(game))
    for moment in (times.now, times.now - timedelta(1), times.now + timedelta(days=31)):
        with pytest.raises(Illegal):
            seats.set_deadline(game, mo.pk, index, moment, "As agreed")
    answer(game, index)
    with pytest.raises(Refused):
        seats.set_deadline(game, mo.pk, index, times.now + timedelta(1), "Too late")


def test_a_game_that_is_ended_as_it_stands_counts_by_its_points(
    mo: User, game: int, anna: User, ben: User
) -> None:
    for _move in range(6):
        answer(game, asked(game)[0])
    acts.end_game(game, mo.pk, "Both have gone")
    ended = Game.objects.get()
    assert ended.status == Game.Status.FINISHED
    assert ended.result
    scores, ranks = ended.result["scores"], ended.result["ranks"]
    assert ranks == [1 + sum(other > score for other in scores) for score in scores]
    assert ended.result["cut"]
    fairness.verify(transfer.export(game, with_secrets=True))
    with pytest.raises(Refused):
        acts.end_game(game, mo.pk, "Again")


def test_after_a_rollback_what_nobody_knew_is_another_and_can_be_checked(
    mo: User, game: int
) -> None:
    before = newest(game)
    assert before
    deck, hands = list(before.running().state.deck), before.running().state.hands
    for _move in range(8):
        answer(game, asked(game)[0])
    acts.roll_back(game, mo.pk, 0, "A misunderstanding")
    after = newest(game)
    assert after
    state = after.running().state
    assert (state.epoch, state.hands, sorted(state.deck)) == (1, hands, sorted(deck))
    assert state.deck != deck
    assert Move.objects.get(action="rollback").draws
    assert "A moderator takes the game back to move 0. Reason: A misunderstanding" in lines(game)
    for seat in (0, 1):
        entries = snapshot.describe_log(load(game, None), None)
        assert sum(entry.seat == seat for entry in entries) > 1  # what was undone is still told
    acts.roll_back(game, mo.pk, 0, "Once more")
    to_the_end(game)
    fairness.verify(transfer.export(game, with_secrets=True))
    for number in (-1, 10**6):
        with pytest.raises(Refused):  # it is over
            acts.roll_back(game, mo.pk, number, "Because")


def test_a_rollback_to_no_move_is_refused(mo: User, game: int) -> None:
    answer(game, asked(game)[0])
    for number in (-1, 1, 2, 10**6):
        with pytest.raises(Illegal):
            acts.roll_back(game, mo.pk, number, "Because")


def test_somebody_else_gets_a_seat(mo: User, game: int, anna: User, ben: User, cleo: User) -> None:
    index = seat_of(game, ben).index
    seats.replace(game, mo.pk, index, "CLEO", "Ben is ill")
    assert seat_of(game, cleo).index == index
    answer(game, index)
    with pytest.raises(Forbidden):
        actions.resign(game, ben.pk)
    assert "A moderator gives ben's seat to cleo. Reason: Ben is ill" in lines(game)
    for name in ("ben", "anna", "cleo"):
        with pytest.raises(Refused):
            seats.replace(game, mo.pk, index, name, "Because")
    for name in ("nobody-here", ""):
        with pytest.raises(Illegal):
            seats.replace(game, mo.pk, index, name, "Because")


def test_nobody_gets_a_seat_with_whom_the_others_do_not_play(
    mo: User, game: int, anna: User, ben: User, cleo: User
) -> None:
    dora, bot = person("dora"), person("annas-bot", owner=anna)
    three, with_bot = table(anna, ben, dora), table(bot, ben, dora)
    relationships.block(cleo, anna)
    Game.objects.filter(pk=game).update(rated=True)
    person("doras-bot", owner=dora)
    for table_, name, code in (
        (three, "annas-bot", "bot_and_owner"),
        (with_bot, "anna", "bot_and_owner"),
        (three, "cleo", "apart"),
        (game, "doras-bot", "bot_unrated"),
    ):
        with pytest.raises(Refused) as refused:
            seats.replace(table_, mo.pk, seat_of(table_, ben).index, name, "Because")
        assert refused.value.code == code
    index = seat_of(with_bot, bot).index
    seats.replace(with_bot, mo.pk, index, "anna", "In the place of her bot")
    assert seat_of(with_bot, anna).index == index


def test_a_seat_is_taken_away_for_good(mo: User, anna: User, ben: User, cleo: User) -> None:
    three = table(anna, ben, cleo)
    seats.forfeit(three, mo.pk, seat_of(three, ben).index, "Insults at the table")
    assert seat_of(three, ben).resigned_at
    assert seat_of(three, ben).bot
    with pytest.raises(Refused):
        seats.give_back(three, mo.pk, seat_of(three, ben).index, "Because")
    with pytest.raises(Refused):
        seats.forfeit(three, mo.pk, seat_of(three, ben).index, "Again")


def test_two_players_change_seats_and_play_on(mo: User, game: int, anna: User, ben: User) -> None:
    one, two = seat_of(game, anna).index, seat_of(game, ben).index
    answer(game, one)
    seats.swap(game, mo.pk, one, two, "They sat down wrong")
    assert (seat_of(game, anna).index, seat_of(game, ben).index) == (two, one)
    assert any("swaps the seats" in line for line in lines(game))
    answer(game, two)
    finished = to_the_end(game)
    assert finished.status == Game.Status.FINISHED
    with pytest.raises(Refused):
        seats.swap(game, mo.pk, one, two, "Too late")


def test_seats_are_swapped_with_another_one(mo: User, game: int) -> None:
    for one, two in ((0, 0), (0, 7), (-1, 0)):
        with pytest.raises(Illegal):
            seats.swap(game, mo.pk, one, two, "Because")


def test_a_seat_that_a_bot_plays_is_swapped_with_its_bot(
    mo: User, anna: User, ben: User, cleo: User
) -> None:
    three = table(anna, ben, cleo)
    one, two = seat_of(three, anna).index, seat_of(three, ben).index
    seats.hand_to_bot(three, mo.pk, one, "Away")
    seats.swap(three, mo.pk, one, two, "Because")
    assert seat_of(three, anna).index == two
    assert seat_of(three, anna).bot
    assert not seat_of(three, ben).bot
    let_bots_move()


def test_a_moderator_writes_as_one(at_desk: Client, mo: User, game: int, anna: User) -> None:
    acts.write_to_table(game, mo.pk, "I have an eye on this table.")
    at_desk.force_login(anna)
    page = at_desk.get(f"/games/{game}/").content.decode()
    assert "I have an eye on this table." in page
    assert "chat-moderator" in page
    Block.objects.create(user=anna, blocked=mo)
    assert "I have an eye on this table." in at_desk.get(f"/games/{game}/").content.decode()


def test_only_the_fields_of_an_act_are_shown_and_what_is_final_is_ticked(
    at_desk: Client, game: int
) -> None:
    page = f"/admin/games/game/{game}/moderate/"
    first = at_desk.get(page).content.decode()
    assert "<textarea" not in first
    assert 'name="hours"' not in first
    shown = at_desk.get(f"{page}?act=time").content.decode()
    assert 'name="hours"' in shown
    assert 'name="number"' not in shown
    assert 'name="sure"' not in shown
    assert 'name="sure"' in at_desk.get(f"{page}?act=cancel").content.decode()
    assert at_desk.post(page, {"act": "cancel", "reason": "x"}).status_code == 422
    assert Game.objects.get().status == "running"
    form = {"act": "deadline", "seat": 0, "at": "soon", "reason": "x"}
    assert at_desk.post(page, form).status_code == 422
    assert not Incident.objects.exists()
    assert at_desk.get(f"{page}?act=explode").status_code == 404


def test_a_maintainer_mends_and_takes_back_and_does_nothing_else(
    client: Client, maya: User, game: int
) -> None:
    client.force_login(maya)
    answer(game, asked(game)[0])
    page = f"/admin/games/game/{game}/moderate/"
    shown = client.get(page).content.decode()
    assert "?act=rollback" in shown
    assert "?act=cancel" not in shown
    form = {"act": "cancel", "reason": "x", "sure": "on"}
    assert client.post(page, form).status_code == 403
    back = {"act": "rollback", "number": 0, "reason": "A fault", "sure": "on"}
    assert client.post(page, back).status_code == 302
    assert Act.objects.get().by == "maya"


def test_a_finished_game_is_taken_out_of_the_ratings_and_back(
    at_desk: Client, mo: User, anna: User, ben: User
) -> None:
    game = over([anna, ben], [3, 2])
    RATINGS.tick()
    rated = RatingChange.objects.filter(game=game)
    assert rated.count() == 2
    page = f"/admin/games/game/{game.pk}/moderate/"
    assert at_desk.post(page, {"act": "unrated", "reason": ""}).status_code == 422
    assert at_desk.post(page, {"act": "unrated", "reason": "Arranged"}).status_code == 302
    assert not rated.exists()
    again = at_desk.post(page, {"act": "unrated", "reason": "Arranged"})
    assert "This is already so." in again.content.decode()
    row = Act.objects.get()
    assert (row.action, row.before, row.after) == ("unrated", {"rated": True}, {"rated": False})
    assert Incident.objects.get().data == {"action": "unrated", "reason": "Arranged"}
    assert at_desk.post(page, {"act": "rated", "reason": "A mistake"}).status_code == 302
    RATINGS.tick()
    assert rated.count() == 2


class TestLooking:
    def test_the_moderator_sees_what_the_seat_is_asked(self, at_desk: Client, game: int) -> None:
        def page_of(index: int) -> str:
            return at_desk.get(f"/admin/games/game/{game}/look/{index}/").content.decode()

        answer(game, 0)
        assert "The seat has answered:" in page_of(0)
        answer(game, 1)
        [index] = asked(game)
        here = newest(game)
        assert here
        decision = here.running().decision(index)
        assert decision
        question = texts.plain(table_package.prompt(here.type, decision, {}), ["a", "b"])
        assert question in page_of(index)
        assert "The seat can choose:" in page_of(index)
        assert "This seat has nothing to decide now" in page_of(1 - index)
        assert question not in page_of(1 - index)

    def test_a_moderator_sees_what_a_seat_sees_and_it_is_logged(
        self, at_desk: Client, game: int, anna: User
    ) -> None:
        index = seat_of(game, anna).index
        here = newest(game)
        assert here
        page = at_desk.get(f"/admin/games/game/{game}/look/{index}/")
        assert page.status_code == 200
        reader = moderator_view.Moderator(load(game, None), None, past=True, eyes=index)
        assert reader.view == here.running().view(index) != here.running().view(None)
        assert "You see the table as anna does" in page.content.decode()
        assert "/choose/" not in page.content.decode()
        row = Act.objects.get()
        assert (row.action, row.person, row.game) == ("look", "anna", game)

    def test_never_at_a_table_at_which_one_sits_or_sat(
        self, at_desk: Client, mo: User, anna: User
    ) -> None:
        own = table(mo, anna)
        assert at_desk.get(f"/admin/games/game/{own}/look/0/").status_code == 403
        assert not Act.objects.exists()

    def test_only_who_may_look_is_led_there(
        self, client: Client, mo: User, maya: User, anna: User, game: int
    ) -> None:
        for user, table_, leads in (
            (mo, game, True),
            (maya, game, False),
            (mo, table(mo, anna), False),
        ):
            client.force_login(user)
            page = client.get(f"/admin/games/game/{table_}/moderate/").content.decode()
            assert ("/look/0/" in page) is leads

    def test_not_by_others_nor_at_what_there_is_not(
        self, client: Client, at_desk: Client, maya: User, game: int, ben: User
    ) -> None:
        assert at_desk.get(f"/admin/games/game/{game}/look/7/").status_code == 404
        assert at_desk.get("/admin/games/game/999999/look/0/").status_code == 404
        for user in (maya, ben):
            client.force_login(user)
            assert client.get(f"/admin/games/game/{game}/look/0/").status_code in (302, 403)
