"""Nobody decides where he has an interest: reports, people, messages, tables, seats."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Act, User
from accounts.moderation import audit, impersonation
from community.clubs import belonging, talk
from games.absence import replacing
from games.errors import NotFound, Refused
from games.live import chat
from games.lobby import open_games
from games.models import Case, Report, Seat
from games.moderation import acts, cases, interest, people, reports, seats
from games.moves import actions
from games.notification_events import writing
from games.showing import snapshot
from games.storage.position import load
from notifications import planning
from notifications.models import Notification
from tests.clubs.founding import club_of
from tests.games.tables import seat_of, table
from tests.games.times import Times
from tests.people import person


def _case(about: str, number: int, by: int, reason: str) -> Case:
    case = reports.submit_report(about, number, by, reason, "").case
    assert case is not None
    return case


class TestBots:
    def test_a_moderators_own_bot_is_as_himself(self, mo: User, anna: User, ben: User) -> None:
        bot = person("mo-bot", owner=mo)
        with pytest.raises(Refused) as refused:
            people.mute(bot.pk, mo.pk, 1, "Because")
        assert refused.value.code == "yourself"
        game = table(bot, anna)
        with pytest.raises(Refused) as refused:
            acts.pause_game(game, mo.pk, "Because")
        assert refused.value.code == "own_game"
        case = _case("player", bot.pk, ben.pk, "cheating")
        assert not interest.may_decide(mo.pk, case.reports.get())


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
        people.leave_note(anna.pk, mo.pk, "For the others to know")

    def test_also_after_leaving_the_seat(self, mo: User, anna: User, ben: User, cleo: User) -> None:
        game = table(mo, anna, ben)
        actions.resign(game, mo.pk)
        with pytest.raises(Refused):
            people.suspend(anna.pk, mo.pk, 1, "Because")

    def test_also_in_the_room_before_the_game(self, mo: User, anna: User) -> None:
        game = open_games.create(anna.pk, "lanterns", 3).game.pk
        open_games.join_game(game, mo.pk)
        with pytest.raises(Refused):
            people.suspend(anna.pk, mo.pk, 1, "Because")
        open_games.leave_game(game, mo.pk)
        people.suspend(anna.pk, mo.pk, 1, "Because")

    def test_until_fourteen_days_after_the_game(
        self, times: Times, mo: User, ada: User, anna: User
    ) -> None:
        acts.cancel_game(table(mo, anna), ada.pk, "Nobody came")
        times.go(days=13, hours=23)
        with pytest.raises(Refused):
            people.mute(anna.pk, mo.pk, 1, "Because")
        times.go(hours=2)
        people.mute(anna.pk, mo.pk, 1, "Because")

    def test_nor_does_an_administrator_change_the_account(
        self, client: Client, ada: User, anna: User, ben: User
    ) -> None:
        """To untick that it is active would let the clock run out, too."""
        table(ada, anna)
        client.force_login(ada)
        for user, kept_from in ((anna, True), (ben, False), (ada, False)):
            page = f"/admin/accounts/user/{user.pk}/change/"
            assert (client.post(page, {"username": ""}).status_code == 403) is kept_from, user
        form = {"password1": "x-harbour-9", "password2": "x-harbour-9"}
        assert client.post(f"/admin/accounts/user/{anna.pk}/password/", form).status_code == 403


class TestWhoHasAnInterest:
    def test_a_player_is_party_to_a_table_for_ever(
        self, mo: User, anna: User, ben: User, cleo: User
    ) -> None:
        game = table(mo, anna, ben)
        assert interest.party_to_game(mo.pk, game)
        actions.resign(game, mo.pk)
        assert interest.party_to_game(mo.pk, game)
        assert not interest.party_to_game(cleo.pk, game)

    @pytest.mark.slow
    def test_a_report_is_decided_by_somebody_who_has_no_part_in_it(
        self, mo: User, ada: User, anna: User, ben: User, cleo: User
    ) -> None:
        own, others = table(mo, anna), table(ben, cleo)
        about = {
            "himself": reports.submit_report("player", mo.pk, anna.pk, "cheating", ""),
            "his game": reports.submit_report("game", own, cleo.pk, "stalling", ""),
            "his companion": reports.submit_report("player", anna.pk, ben.pk, "name", ""),
            "sent by himself": reports.submit_report("player", ben.pk, mo.pk, "name", ""),
            "a message at his table": reports.submit_report(
                "message", chat.post(own, anna.pk, "Hello").pk, ben.pk, "spam", ""
            ),
            "strangers": reports.submit_report("game", others, anna.pk, "stalling", ""),
        }
        mine = {why for why, report in about.items() if not interest.may_decide(mo.pk, report)}
        assert mine == about.keys() - {"strangers"}
        assert all(interest.may_decide(ada.pk, report) for report in about.values())
        left = interest.without_interest(Report.objects.all(), mo.pk)
        assert list(left) == [about["strangers"]]
        unknown = {why for why, report in about.items() if not interest.may_know(mo.pk, report)}
        assert unknown == {"himself"}
        assert interest.known_to(Report.objects.all(), mo.pk).count() == len(about) - 1

    def test_what_is_said_in_a_club_is_decided_by_somebody_who_is_not_in_it(
        self, mo: User, ada: User, anna: User, ben: User, cleo: User
    ) -> None:
        dora = person("dora")
        here = club_of(anna, ben, cleo, mo)
        removed = club_of(dora, ada, name="Another Table")
        belonging.remove_member(removed.pk, dora.pk, ada.username)
        message = talk.write_message(here.pk, ben.pk, "Too loud")
        said = _case("club-message", message.pk, cleo.pk, "insult")
        club = _case("club", removed.pk, cleo.pk, "insult")
        for case, apart, other in ((said, mo, ada), (club, ada, mo)):
            report = case.reports.get()
            assert not interest.may_decide(apart.pk, report)
            assert interest.may_decide(other.pk, report)
            with pytest.raises(Refused):
                cases.dismiss(case.pk, apart.pk)
            assert case not in cases.list_open_cases(apart.pk)
            assert cases.for_others(apart.pk) == 1
            assert case in cases.list_open_cases(other.pk)

    def test_what_is_said_to_him(self, mo: User, anna: User, ben: User) -> None:
        table(mo, anna)
        with pytest.raises(NotFound):
            cases.check_case(_case("player", mo.pk, ben.pk, "name"), mo.pk)
        with pytest.raises(Refused):
            cases.check_case(_case("player", anna.pk, ben.pk, "name"), mo.pk)
        cases.check_case(_case("player", ben.pk, anna.pk, "name"), mo.pk)

    def test_a_report_of_nobody_about_nobody_is_anybodys(self, mo: User) -> None:
        """Of those whose accounts are gone."""
        report = Report.objects.create(about="player", reason="other", said="gone")
        table(mo, person("dora"))
        assert interest.may_decide(mo.pk, report)


class TestAReportAboutAModerator:
    """Anna has sent it about this administrator."""

    @pytest.fixture
    def report(self, ada: User, anna: User) -> Report:
        return reports.submit_report("player", ada.pk, anna.pk, "cheating", "He looks at my cards")

    def test_is_told_to_the_others(self, report: Report, mo: User, ada: User) -> None:
        planning.plan_due()
        assert [row.user for row in Notification.objects.filter(kind="reported")] == [mo]

    def test_is_told_no_more_to_somebody_who_has_come_to_the_table_meanwhile(
        self, mo: User, ada: User, anna: User, ben: User
    ) -> None:
        game = open_games.create(anna.pk, "lanterns", 3).game.pk
        reports.submit_report("game", game, ben.pk, "other", "")
        planning._spread_one()
        open_games.join_game(game, mo.pk)
        planning.plan_due()
        told = dict(Notification.objects.filter(kind="reported").values_list("user", "reason"))
        assert told == {mo.pk: "not theirs to decide", ada.pk: ""}

    def test_stands_on_no_page_of_a_person_for_him(
        self, client: Client, report: Report, mo: User, ada: User, anna: User
    ) -> None:
        people.warn(anna.pk, mo.pk, "Anna has reported ada without cause", report=report.pk)

        def said(user: User, reader: User) -> bool:
            client.force_login(reader)
            page = client.get(f"/admin/games/case/person/{user.pk}/").content.decode()
            return "cheating" in page or "without cause" in page

        assert said(ada, mo)
        assert said(anna, mo)
        assert not said(ada, ada)

    def test_its_writer_stands_in_no_log_that_he_may_read_or_take_along(
        self, client: Client, report: Report, mo: User, ada: User, anna: User, ben: User
    ) -> None:
        other = reports.submit_report("player", ben.pk, anna.pk, "name", "")
        for each, word in ((report, "secret"), (other, "usual")):
            audit.write(mo, "close", report=each.pk, person=anna, reason=f"{word} words")
        root = User.objects.create_superuser("root1", "r@example.org", "x")
        for reader, reads in ((root, True), (ada, False)):
            client.force_login(reader)
            for page in (
                *("/admin/accounts/act/", "/admin/accounts/act/?q=anna"),
                *("/admin/accounts/act/export.csv", "/admin/accounts/act/export.json?q=anna"),
            ):
                content = client.get(page).content.decode()
                assert "usual words" in content, page
                assert ("secret words" in content) is reads, (page, reader)
            row = Act.objects.get(reason="secret words")
            found = client.get(f"/admin/accounts/act/{row.pk}/change/")
            assert (found.status_code == 200) is reads

    @pytest.mark.slow
    def test_its_writer_stands_in_no_list_of_what_was_sent(
        self, client: Client, report: Report, mo: User, ada: User, anna: User, ben: User
    ) -> None:
        other = reports.submit_report("player", ben.pk, anna.pk, "name", "")
        for each in (report, other):
            writing.report_closed(each, each.at)
        planning.plan_due()
        mine, usual = Notification.objects.filter(kind="report_closed").order_by("id")
        assert mine.deliveries.exists()
        root = User.objects.create_superuser("root1", "r@example.org", "x")
        for reader, reads in ((root, True), (ada, False)):
            client.force_login(reader)
            for row, shown in ((mine, reads), (usual, True)):
                page = f"/admin/notifications/notification/{row.pk}/change/"
                assert (client.get(page).status_code == 200) is shown
                page = f"/admin/notifications/delivery/{row.deliveries.all()[0].pk}/change/"
                assert (client.get(page).status_code == 200) is shown
            listed = client.get("/admin/notifications/notification/", {"q": "anna"})
            assert listed.context["cl"].result_count == 1 + reads


class TestCases:
    """What is asked about a case by its address: pages, acts, what lists and counts say."""

    def pages(self, case: Case) -> dict[str, str]:
        number, subject = case.pk, case.game_id if case.about == "game" else case.person_id
        return {
            "case": f"/admin/games/case/{number}/",
            "by hand": f"/admin/games/case/about/{case.about}/{subject}/",
            "next": f"/admin/games/case/{number}/next/",
            "of a letter": f"/admin/games/case/report/{case.reports.get().pk}/",
            "Django's": f"/admin/games/case/{number}/change/",
            "history": f"/admin/games/case/{number}/history/",
        }

    @pytest.mark.slow
    def test_one_about_himself_is_nowhere(
        self, client: Client, mo: User, ada: User, anna: User
    ) -> None:
        case = _case("player", ada.pk, anna.pk, "cheating")
        for user, shown in ((mo, True), (ada, False)):
            client.force_login(user)
            counted = {each.label: each.count for each in client.get("/admin/").context["numbers"]}
            assert counted["Open cases"] == shown
            queue = client.get("/admin/games/case/")
            assert len(queue.context["rows"]) == shown
            assert "another moderator" not in queue.content.decode()
            for name, page in self.pages(case).items():
                gone = client.get(page).status_code == 404 or (
                    name in ("Django's", "history") and client.get(page, follow=True).redirect_chain
                )
                assert bool(gone) is not shown, name
        client.post("/admin/games/case/", {"do": "nothing", "case": [case.pk]})
        assert client.post(self.pages(case)["case"], {"do": "nothing"}).status_code == 404
        with pytest.raises(NotFound):
            cases.dismiss(case.pk, ada.pk)
        case.refresh_from_db()
        assert case.state == "open"

    def test_he_opens_none_about_himself_nor_learns_whether_there_is_one(
        self, at_desk: Client, mo: User, ben: User
    ) -> None:
        page = f"/admin/games/case/about/player/{mo.pk}/"
        assert at_desk.get(page).status_code == 404
        assert at_desk.post(page, {"do": "nothing"}).status_code == 404
        assert not Case.objects.exists()

    def test_one_with_a_part_in_it_neither_opens_nor_decides_it(
        self, at_desk: Client, mo: User, anna: User, ben: User
    ) -> None:
        game = table(mo, anna)
        for page in (
            f"/admin/games/case/about/player/{anna.pk}/",
            f"/admin/games/case/about/name/{anna.pk}/",
            f"/admin/games/case/about/game/{game}/",
            f"/admin/games/case/about/message/{chat.post(game, anna.pk, 'Hello').pk}/",
        ):
            assert "another moderator decides" in at_desk.get(page).content.decode()
            sent = at_desk.post(page, {"do": "all", "also": "warning", "words": "x"})
            assert sent.status_code == 409
        assert not Case.objects.exists()
        assert not anna.sanctions.exists()
        assert at_desk.get(f"/admin/games/case/about/player/{ben.pk}/").status_code == 200

    def test_one_with_a_part_in_it_hides_nothing(
        self, at_desk: Client, mo: User, anna: User, ben: User, cleo: User
    ) -> None:
        """Neither at his own table, nor what who plays with him has said elsewhere."""
        own, elsewhere = table(mo, anna, cleo), table(anna, ben)
        for game, writer in ((own, cleo), (elsewhere, anna)):
            message = chat.post(game, writer.pk, "Insult")
            case = _case("message", message.pk, ben.pk, "insult")
            page = f"/admin/games/case/{case.pk}/"
            assert at_desk.post(page, {"do": "remove", "words": "x"}).status_code == 409
            at_desk.post("/admin/games/case/", {"do": "usual", "case": [case.pk]})
            message.refresh_from_db()
            assert message.hidden_at is None


class TestWhoHasLooked:
    """Whoever has seen a seat's hand takes no seat at that table."""

    @pytest.fixture
    def game(self, anna: User, ben: User) -> int:
        return table(anna, ben)

    def looks(self, client: Client, moderator: User, path: str, **form: str) -> None:
        client.force_login(moderator)
        answer = client.post(path, form) if form else client.get(path)
        assert answer.status_code in (200, 302)

    @pytest.mark.parametrize("how", ["as a seat", "as a person"])
    def test_takes_no_seat_there(
        self, how: str, client: Client, game: int, mo: User, ada: User, ben: User
    ) -> None:
        index = seat_of(game, ben).index
        if how == "as a seat":
            self.looks(client, ada, f"/admin/games/game/{game}/look/{index}/")
        else:
            self.looks(client, ada, f"/admin/accounts/user/{ben.pk}/act/", reason="A question")
        with pytest.raises(Refused, match="looked"):
            seats.replace(game, mo.pk, index, "ada", "Ben is ill")
        Seat.objects.filter(pk=seat_of(game, ben).pk).update(bot="best", offered_at=timezone.now())
        with pytest.raises(Refused, match="looked"):
            replacing.take_seat(game, ada.pk)
        assert not snapshot.game(load(game, ada.pk), ada.pk)["can"]["replace"]
        assert snapshot.game(load(game, mo.pk), mo.pk)["can"]["replace"]
        replacing.take_seat(game, mo.pk)

    def test_but_at_tables_where_nothing_was_seen(
        self, times: Times, client: Client, game: int, mo: User, ada: User, anna: User, ben: User
    ) -> None:
        self.looks(client, ada, f"/admin/accounts/user/{ben.pk}/act/", reason="A question")
        self.looks(client, ada, f"/admin/games/game/{game}/look/0/")
        times.now += impersonation.LASTS
        later = table(anna, ben)
        seats.replace(later, mo.pk, seat_of(later, ben).index, "ada", "Ben is ill")
        assert seat_of(later, ada)

    def test_and_who_plays_there_does_not_look(
        self, client: Client, mo: User, ada: User, anna: User
    ) -> None:
        game = open_games.create(anna.pk, "lanterns", 2).game.pk
        open_games.join_game(game, ada.pk)
        client.force_login(ada)
        assert client.get(f"/admin/games/game/{game}/look/0/").status_code == 403
        act = f"/admin/accounts/user/{anna.pk}/act/"
        assert client.post(act, {"reason": "I am losing"}).status_code == 403
        acts.cancel_game(game, mo.pk, "Nobody came")
        assert client.post(act, {"reason": "Only to see"}).status_code == 403
