"""Making games, joining and leaving them, starting when they are full."""

import pytest
from django.utils import timezone

from accounts.models import User
from games import tasks
from games.errors import Forbidden, Illegal, NotFound, Refused, TooMany
from games.lobby import invitations, limits, lists, open_games, quick
from games.models import Game, Invitation, Seat, Tenure
from games.storage import position
from notifications.models import Channel, Delivery, Notification, When
from notifications.planning import plan_due
from tests.games.times import Times
from tests.people import person


def people(game_id: int) -> list[str]:
    seats = Seat.objects.filter(game_id=game_id).select_related("user").order_by("index")
    return [seat.user.username if seat.user else seat.bot for seat in seats]


def test_the_maker_sits_in_the_new_game(anna: User) -> None:
    game = open_games.create(anna.pk, "lanterns", 3).game
    assert game.status == "open"
    assert people(game.pk) == ["anna", "", ""]


def test_bots_fill_seats_and_start_the_game(anna: User) -> None:
    game = open_games.create(anna.pk, "lanterns", 3, bots=2, rated=True).game
    assert game.status == "running"
    assert not game.rated
    assert sorted(people(game.pk)) == ["anna", "high_cards", "high_cards"]
    assert Tenure.objects.filter(seat__game=game).count() == 3
    assert game.seed_hash
    assert game.number == 0


def test_the_last_to_join_starts_it(anna: User, ben: User) -> None:
    game_id = open_games.create(anna.pk, "lanterns", 2).game.pk
    assert open_games.join_game(game_id, ben.pk).game.status == "running"
    assert sorted(people(game_id)) == ["anna", "ben"]


def test_a_player_who_leaves_frees_the_seat(anna: User, ben: User) -> None:
    game_id = open_games.create(anna.pk, "lanterns", 3).game.pk
    open_games.join_game(game_id, ben.pk)
    open_games.leave_game(game_id, ben.pk)
    assert people(game_id) == ["anna", "", ""]


def test_a_maker_who_leaves_hands_the_game_on(anna: User, ben: User) -> None:
    game_id = open_games.create(anna.pk, "lanterns", 3).game.pk
    open_games.join_game(game_id, ben.pk)
    open_games.leave_game(game_id, anna.pk)
    game = Game.objects.get(pk=game_id)
    assert (game.status, game.created_by_id) == ("open", ben.pk)


def test_the_last_to_leave_ends_it(anna: User) -> None:
    game_id = open_games.create(anna.pk, "lanterns", 3).game.pk
    open_games.leave_game(game_id, anna.pk)
    assert Game.objects.get(pk=game_id).status == "cancelled"


def test_a_maker_may_call_it_off(anna: User) -> None:
    game_id = open_games.create(anna.pk, "lanterns", 3).game.pk
    open_games.cancel(game_id, anna.pk)
    assert Game.objects.get(pk=game_id).status == "cancelled"


class TestInvitations:
    def test_names_are_found_in_any_case_and_nobody_is_invited_twice(
        self, anna: User, ben: User
    ) -> None:
        game_id = open_games.create(anna.pk, "lanterns", 3, invite=["BEN", "anna"]).game.pk
        open_games.invite(game_id, anna.pk, ["ben"])
        assert list(Invitation.objects.values_list("user__username", flat=True)) == ["ben"]

    def test_an_unknown_name_is_told_and_nothing_made(self, anna: User) -> None:
        with pytest.raises(Illegal, match="zoe"):
            open_games.create(anna.pk, "lanterns", 3, invite=["zoe"])
        assert not Game.objects.exists()

    def test_only_who_has_joined_invites(self, anna: User, ben: User, cleo: User) -> None:
        game_id = open_games.create(anna.pk, "lanterns", 3).game.pk
        with pytest.raises(Forbidden):
            open_games.invite(game_id, cleo.pk, ["ben"])

    def test_a_private_game_is_for_the_invited(self, anna: User, ben: User, cleo: User) -> None:
        game_id = open_games.create(
            anna.pk, "lanterns", 2, visibility="private", invite=["ben"]
        ).game.pk
        with pytest.raises(NotFound):
            open_games.join_game(game_id, cleo.pk)
        assert open_games.join_game(game_id, ben.pk).game.status == "running"

    def test_or_for_a_player_who_has_its_link(self, anna: User, cleo: User) -> None:
        game = open_games.create(anna.pk, "lanterns", 2, visibility="private").game
        with pytest.raises(NotFound):
            position.load(game.pk, cleo.pk)
        assert position.load(game.pk, cleo.pk, key=game.key)
        assert open_games.join_game(game.pk, cleo.pk, key=game.key).game.status == "running"

    def test_too_many_names_are_refused(self, anna: User) -> None:
        with pytest.raises(Illegal, match="at most 20"):
            open_games.create(anna.pk, "lanterns", 3, invite=[f"x{n}" for n in range(21)])

    def test_while_one_is_open_further_ones_of_the_same_person_come_together(
        self, anna: User, ben: User
    ) -> None:
        for _game in range(3):
            open_games.create(anna.pk, "lanterns", 3, invite=["ben"])
        plan_due()
        mails = Delivery.objects.filter(user=ben, channel=Channel.MAIL).order_by("pk")
        assert [mail.batch for mail in mails] == ["", When.BATCHED, When.BATCHED]
        assert Notification.objects.filter(user=ben, state="planned").count() == 3

    def test_a_player_who_has_answered_is_asked_again_at_once(
        self, anna: User, ben: User, cleo: User
    ) -> None:
        for _game in range(2):
            open_games.create(anna.pk, "lanterns", 3, invite=["ben"])
            plan_due()
            Invitation.objects.update(declined_at=timezone.now())
        open_games.create(cleo.pk, "lanterns", 3, invite=["ben"])
        plan_due()
        mails = Delivery.objects.filter(user=ben, channel=Channel.MAIL)
        assert [mail.batch for mail in mails] == [""] * 3


class TestLimits:
    @pytest.mark.parametrize("guest", [True, False])
    def test_games_are_counted_and_guests_may_make_fewer(
        self, anna: User, guest: bool, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(limits.PER_HOUR, "new game", 3)
        monkeypatch.setitem(limits.GUESTS_PER_HOUR, "new game", 1)
        User.objects.filter(pk=anna.pk).update(is_guest=guest)
        allowed = 1 if guest else 3
        for _game in range(allowed):
            open_games.create(anna.pk, "lanterns", 3)
        with pytest.raises(TooMany, match="too often in the last hour"):
            open_games.create(anna.pk, "lanterns", 3)
        assert Game.objects.count() == allowed

    def test_invitations_are_counted_by_the_name(
        self, anna: User, ben: User, cleo: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(limits.PER_HOUR, "invitation", 2)
        game_id = open_games.create(anna.pk, "lanterns", 3, invite=["ben", "cleo"]).game.pk
        person("dora")
        open_games.invite(game_id, anna.pk, ["ben"])  # nobody new
        with pytest.raises(TooMany):
            open_games.invite(game_id, anna.pk, ["dora"])
        assert Invitation.objects.count() == 2


class TestKeptSeats:
    """An invitation keeps its seat until it is answered or a week is over."""

    @pytest.fixture
    def dora(self, db: None) -> User:
        return person("dora")

    @pytest.fixture
    def kept(self, anna: User, ben: User, cleo: User) -> int:
        """An open game of three: anna and cleo sit there, ben is invited."""
        game_id = open_games.create(anna.pk, "lanterns", 3, invite=["ben"]).game.pk
        open_games.join_game(game_id, cleo.pk)
        return game_id

    def offered(self, game_id: int, reader: User | None) -> bool:
        reader_id = reader.pk if reader else None
        found = (
            lists.looking_for_players("lanterns", reader_id)[:],
            lists.games(status="open", reader=reader_id)[:],
        )
        assert found[0] == found[1]
        return game_id in [game.pk for game in found[0]]

    def told(self, user: User) -> list[bool]:
        found = Notification.objects.filter(user=user, kind="invitation_over").order_by("pk")
        return [told.data["lapsed"] for told in found]

    def test_no_stranger_takes_it(self, kept: int, ben: User, dora: User) -> None:
        with pytest.raises(Refused, match="reserved for invited players") as refused:
            open_games.join_game(kept, dora.pk)
        assert refused.value.code == "kept"
        with pytest.raises(Refused):
            open_games.join_game(kept, dora.pk, key=Game.objects.get(pk=kept).key)
        assert [self.offered(kept, user) for user in (None, dora, ben)] == [False, False, True]
        assert open_games.join_game(kept, ben.pk).game.status == "running"

    def test_a_free_seat_beside_it_is_anybodys(self, anna: User, ben: User, cleo: User) -> None:
        game_id = open_games.create(anna.pk, "lanterns", 3, invite=["ben"]).game.pk
        assert self.offered(game_id, cleo)
        assert self.offered(game_id, None)
        open_games.join_game(game_id, cleo.pk)

    def test_the_first_of_more_invited_than_seats_has_it(
        self, kept: int, anna: User, ben: User, dora: User
    ) -> None:
        open_games.invite(kept, anna.pk, ["dora"])
        assert open_games.join_game(kept, dora.pk).game.status == "running"

    def test_as_many_invited_as_seats_make_it_by_invitation(
        self, anna: User, ben: User, cleo: User
    ) -> None:
        def visibility(players: int, invite: list[str], bots: int = 0) -> str:
            made = open_games.create(anna.pk, "lanterns", players, invite=invite, bots=bots)
            return Game.objects.get(pk=made.game.pk).visibility

        assert visibility(2, ["ben"]) == "private"
        assert visibility(3, ["ben", "anna"]) == "public"
        assert visibility(3, ["ben", "cleo"]) == "private"
        assert visibility(3, ["ben"], bots=1) == "private"
        assert visibility(3, [], bots=2) == "public"

    def test_declined_it_is_free_and_who_invited_is_told(
        self, kept: int, anna: User, ben: User, dora: User
    ) -> None:
        invitations.decline(kept, ben.pk)
        invitations.decline(kept, ben.pk)
        assert self.told(anna) == [False]
        assert self.offered(kept, dora)
        open_games.join_game(kept, dora.pk)

    def test_after_a_week_it_is_free_and_who_invited_is_told(
        self, times: Times, kept: int, anna: User, ben: User, dora: User
    ) -> None:
        Invitation.objects.update(at=times.now)
        times.go(days=6, hours=23)
        tasks.lapse_invitations()
        assert not self.offered(kept, dora)
        times.go(hours=2)
        tasks.lapse_invitations()
        tasks.lapse_invitations()
        assert self.told(anna) == [True]
        assert self.offered(kept, dora)
        assert kept not in [game.pk for game in lists.invited(ben.pk)[:]]
        open_games.invite(kept, anna.pk, ["ben"])
        assert not self.offered(kept, dora), "asked once more"
        assert Notification.objects.filter(user=ben, kind="invited").count() == 2
        open_games.join_game(kept, ben.pk)

    def test_nobody_is_told_of_a_game_that_has_begun(
        self, times: Times, kept: int, anna: User, ben: User
    ) -> None:
        open_games.join_game(kept, ben.pk)
        times.go(days=30)
        tasks.lapse_invitations()
        assert self.told(anna) == []

    def test_a_player_who_leaves_does_not_keep_it(self, kept: int, ben: User, cleo: User) -> None:
        open_games.leave_game(kept, cleo.pk)
        open_games.join_game(kept, ben.pk)
        open_games.leave_game(kept, ben.pk)
        open_games.join_game(kept, cleo.pk)
        assert self.offered(kept, ben)

    def test_quick_match_leads_only_who_is_invited_to_it(
        self, anna: User, ben: User, dora: User
    ) -> None:
        clock = {"kind": "per_turn", "days": 7}
        game_id = open_games.create(anna.pk, "imhotep", 2, clock=clock).game.pk
        open_games.invite(game_id, anna.pk, ["ben"])
        assert quick.match(dora.pk, "imhotep", "slow").game.pk != game_id
        assert quick.match(ben.pk, "imhotep", "slow").game.pk == game_id
