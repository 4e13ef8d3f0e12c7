"""Nobody decides where he has an interest: reports, people, messages, tables, seats."""

from __future__ import annotations

import pytest

from accounts.models import Act, User
from games.errors import NotFound, Refused
from games.live import chat
from games.lobby import open_games
from games.models import Report
from games.moderation import acts, interest, people, reports
from games.moves import actions
from tests.games.tables import table
from tests.games.times import Times
from tests.people import person


class TestPeople:
    def test_a_moderator_does_nothing_about_whom_he_plays_with(
        self, mo: User, anna: User, ben: User
    ) -> None:
        table(mo, anna)
        for act, *data in (
            (people.warn, "Because"),
            (people.mute, 1, "Because"),
            (people.suspend, 1, "Because"),
            (people.ban, "Because"),
            (people.lift, "mute", "Because"),
            (people.rename, "Quiet-Otter", "Because"),
        ):
            with pytest.raises(Refused) as refused:
                act(anna.pk, mo.pk, *data)
            assert refused.value.code == "own_company"
        assert not Act.objects.exists()
        people.suspend(ben.pk, mo.pk, 1, "A stranger")
        people.note(anna.pk, mo.pk, "For the others to know")

    def test_also_after_leaving_the_seat(self, mo: User, anna: User, ben: User, cleo: User) -> None:
        game = table(mo, anna, ben)
        actions.resign(game, mo.pk)
        with pytest.raises(Refused):
            people.suspend(anna.pk, mo.pk, 1, "Because")

    def test_also_in_the_room_before_the_game(self, mo: User, anna: User) -> None:
        game = open_games.create(anna.pk, "lanterns", 3).game.pk
        open_games.join(game, mo.pk)
        with pytest.raises(Refused):
            people.suspend(anna.pk, mo.pk, 1, "Because")
        open_games.leave(game, mo.pk)
        people.suspend(anna.pk, mo.pk, 1, "Because")

    def test_until_fourteen_days_after_the_game(
        self, times: Times, mo: User, ada: User, anna: User
    ) -> None:
        acts.cancel(table(mo, anna), ada.pk, "Nobody came")
        times.go(days=13, hours=23)
        with pytest.raises(Refused):
            people.mute(anna.pk, mo.pk, 1, "Because")
        times.go(hours=2)
        people.mute(anna.pk, mo.pk, 1, "Because")


class TestWhoHasAnInterest:
    def test_one_is_party_to_a_table_for_ever(
        self, mo: User, anna: User, ben: User, cleo: User
    ) -> None:
        game = table(mo, anna, ben)
        assert interest.party_to_game(mo.pk, game)
        actions.resign(game, mo.pk)
        assert interest.party_to_game(mo.pk, game)
        assert not interest.party_to_game(cleo.pk, game)

    def test_a_report_is_decided_by_who_has_no_part_in_it(
        self, mo: User, ada: User, anna: User, ben: User, cleo: User
    ) -> None:
        own, others = table(mo, anna), table(ben, cleo)
        about = {
            "himself": reports.send("player", mo.pk, anna.pk, "cheating", ""),
            "his game": reports.send("game", own, cleo.pk, "stalling", ""),
            "his companion": reports.send("player", anna.pk, ben.pk, "name", ""),
            "sent by himself": reports.send("player", ben.pk, mo.pk, "name", ""),
            "a message at his table": reports.send(
                "message", chat.post(own, anna.pk, "Hello").pk, ben.pk, "spam", ""
            ),
            "strangers": reports.send("game", others, anna.pk, "stalling", ""),
        }
        mine = {why for why, report in about.items() if not interest.may_decide(mo.pk, report)}
        assert mine == about.keys() - {"strangers"}
        assert all(interest.may_decide(ada.pk, report) for report in about.values())
        left = interest.without_interest(Report.objects.all(), mo.pk)
        assert list(left) == [about["strangers"]]
        unknown = {why for why, report in about.items() if not interest.may_know(mo.pk, report)}
        assert unknown == {"himself"}
        assert interest.known_to(Report.objects.all(), mo.pk).count() == len(about) - 1

    def test_what_is_said_to_him(self, mo: User, anna: User, ben: User) -> None:
        table(mo, anna)
        with pytest.raises(NotFound):
            interest.check_report(reports.send("player", mo.pk, ben.pk, "name", ""), mo.pk)
        with pytest.raises(Refused):
            interest.check_report(reports.send("player", anna.pk, ben.pk, "name", ""), mo.pk)
        interest.check_report(reports.send("player", ben.pk, anna.pk, "name", ""), mo.pk)

    def test_a_report_of_nobody_about_nobody_is_anybodys(self, mo: User) -> None:
        """Of those whose accounts are gone."""
        report = Report.objects.create(about="player", reason="other", said="gone")
        table(mo, person("dora"))
        assert interest.may_decide(mo.pk, report)
