"""Lists of players: what is read of them, what is said of each name, and who is invited."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from accounts.company import relationships
from accounts.models import Sanction, User
from accounts.moderation import sanctions
from community.clubs import founding, joining
from community.clubs.founding import Words
from games.errors import Busy, Forbidden, GameError, Illegal, NotFound
from games.lobby import limits
from games.models import Tournament, TournamentInvitation
from games.tournaments import entering, inviting, players_list, report
from games.tournaments.players_list import decode_file, read_players
from games.tournaments.running import organising, running
from tests.games.api import Caller
from tests.games.times import Times
from tests.people import browser_of as as_
from tests.people import person
from tests.tournaments.playing import crowd, opened
from tests.tournaments.test_telling import told

pytestmark = pytest.mark.django_db(transaction=True)

TRF16 = (
    "012 Town championship",
    "042 2026/11/01",
    "062 3",
    "001    1 m GM Carlsen, Magnus                   2839 NOR     1503014 1990/11/30  1.0    1"
    "     2 w 1",
    "001    2      p2                                1500 GER              ",
    "001    3      P3",
    "013 Team of the 1",
)


PEOPLE = ["anna", "ben", "cleo"]


def names(text: str) -> list[tuple[int, str]]:
    return [(line, name) for line, name in read_players(text).names]


class TestReading:
    @pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
    @pytest.mark.parametrize("mark", ["", "\ufeff"])
    def test_takes_the_players_of_trf_however_its_lines_end(self, end: str, mark: str) -> None:
        text = mark + end.join(TRF16) + end
        assert read_players(text).form == "trf"
        assert names(text) == [(4, "Carlsen, Magnus"), (5, "p2"), (6, "P3")]

    @pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
    def test_takes_names_as_people_write_them(self, end: str) -> None:
        text = end.join(["anna, ben;cleo", "", '"don"\tEva-2', "1. fritz 1650", "ANNA"])
        assert read_players(text).form == "names"
        assert names(text) == [
            *((1, "anna"), (1, "ben"), (1, "cleo"), (3, "don"), (3, "Eva-2")),
            (4, "fritz"),
        ]

    def test_takes_our_own_reports(self, times: Times) -> None:
        people = crowd(3)
        here = opened(people[0], people, kind="swiss", rounds=2)
        running.tick()
        here.refresh_from_db()
        for form in ("trf16", "trf26"):
            found = read_players(report.write_report(here, form))
            assert found.form == "trf"
            assert sorted(name for _line, name in found.names) == ["p1", "p2", "p3"]

    def test_takes_a_name_before_which_a_program_has_counted_bytes(self) -> None:
        line = "001    1      Müller, Jörg".encode().ljust(48).decode() + "1500 GER"
        assert names(line) == [(1, "Müller, Jörg")]

    def test_says_which_lines_cannot_be_read(self) -> None:
        found = read_players("\r".join([*TRF16, "001    4", "001    5" + " " * 60 + "x"]))
        assert [line for line, _text in found.problems] == [8, 9]
        assert "15 to 47" in found.problems[0].text
        found = read_players("anna\nben <ben@example.org>\ncleo")
        assert found.problems == [(2, "“<ben@example.org>” cannot be a user name.")]
        assert [name for _line, name in found.names] == ["anna", "ben", "cleo"]

    @pytest.mark.parametrize(
        ("text", "code"),
        [
            ("", "empty"),
            (" \r\n ,;", "empty"),
            ("1 2 3", "no_names"),
            ("012 A cup\n022 Town", "no_players"),
            ("%PDF-1.7\x00\x01", "not_text"),
            ('{"players": [{"name": "anna"}]}', "no_list"),
            ("<html><body>(anna)</body></html>", "no_list"),
            (" ".join(f"p{n}" for n in range(301)), "too_many_names"),
            ("x" * 250_001, "too_long"),
        ],
    )
    def test_refuses_what_is_no_list(self, text: str, code: str) -> None:
        with pytest.raises(Illegal) as refused:
            read_players(text)
        assert refused.value.code == code

    @pytest.mark.parametrize(
        "lines",
        [
            ("001 anna", "002 ben", "003 cleo"),
            ("001 anna-of-the-elm-street, 1650", "002 ben"),
            ("900 anna", "ben"),
            ("٠٠١ anna", "ben"),
            ("anna", "001 ben"),
        ],
    )
    def test_takes_a_numbered_list_for_names(self, lines: Sequence[str]) -> None:
        found = read_players("\n".join(lines))
        assert found.form == "names"
        assert [name.split("-")[0] for _line, name in found.names] == PEOPLE[: len(lines)]

    def test_takes_trf_without_a_header(self) -> None:
        assert read_players(TRF16[4]).form == "trf"
        assert read_players("### by hand\n" + TRF16[4]).form == "trf"

    def test_counts_names_once(self) -> None:
        found = read_players(" ".join(f"P{n} p{n}" for n in range(300)))
        assert len(found.names) == 300

    def test_keeps_the_first_problems_and_the_number_of_the_others(self) -> None:
        words = "\n".join([*("<x>" for _time in range(53)), *(f"p{n}" for n in range(53))])
        found = read_players(words)
        assert [problem.line for problem in found.problems] == list(range(1, 51))
        assert found.more_problems == 3
        found = read_players("\n".join([*TRF16, *("001    4" for _time in range(60))]))
        assert (len(found.problems), found.more_problems) == (50, 10)
        assert read_players("anna <ben>").more_problems == 0

    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
    def test_takes_files_in_the_usual_encodings(self, encoding: str) -> None:
        assert decode_file("Jörg\rben".encode(encoding)) == "Jörg\rben"

    @pytest.mark.parametrize("content", [b"PK\x03\x04\x14\x00", b"\xff\xd8\xff\xe0\x00\x10JFIF"])
    def test_refuses_files_of_another_kind(self, content: bytes) -> None:
        with pytest.raises(Illegal) as refused:
            decode_file(content)
        assert refused.value.code == "not_text"


@pytest.fixture
def players() -> list[User]:
    return crowd(9)


@pytest.fixture
def cup(players: list[User], times: Times) -> Tournament:
    """Of p1's: p2 takes part, p3 is invited, p4 has declined, p5 was disqualified; p1 has blocked
    p6, p9 has blocked p1."""
    here = opened(players[0], [], by_invitation=True, most=8)
    inviting.invite_people(here.pk, players[0].pk, ["p2", "p3", "p4", "p5"])
    entering.join_tournament(here.pk, players[1].pk)
    entering.join_tournament(here.pk, players[4].pk)
    inviting.decline_invitation(here.pk, players[3].pk)
    organising.disqualify(here.pk, players[0].pk, "p5", "Two accounts")
    relationships.block(players[0], players[5])
    relationships.block(players[8], players[0])
    return here


#: The state of each, as the fixture has it.
STATES = {
    "p1": "you",
    "p2": "in",
    "p3": "invited",
    "p4": "declined",
    "p5": "disqualified",
    "p6": "apart",
    "p7": "free",
    "P8": "free",
    "P9": "unknown",
    "nobody-here": "unknown",
}


def check(user: User | None, here: Tournament, text: object) -> tuple[int, Any]:
    return Caller(user).post(f"tournaments/{here.pk}/players-list", {"list": text})


def post(user: User | None, here: Tournament, **sent: Any) -> Any:
    return as_(user).post(f"/tournaments/{here.pk}/import/", sent)


def invited(here: Tournament) -> set[str]:
    rows = TournamentInvitation.objects.filter(tournament=here)
    return set(rows.values_list("user__username", flat=True))


class TestChecking:
    def test_says_what_is_known_of_each_name_and_changes_nothing(
        self, players: list[User], cup: Tournament
    ) -> None:
        before, notified = invited(cup), told("tournament_invited")
        status, found = check(players[0], cup, "\r".join(STATES))
        assert (status, found["form"], found["problems"]) == (200, "names", [])
        shown = [(one["line"], one["name"], one["state"]) for one in found["players"]]
        assert shown == [
            (line, name.replace("P8", "p8"), state)
            for line, (name, state) in enumerate(STATES.items(), 1)
        ]
        assert (invited(cup), told("tournament_invited")) == (before, notified)

    def test_tells_nobody_of_a_block(self, players: list[User], cup: Tournament) -> None:
        """A person who blocks the organiser is told of like a guest, a bot or nobody."""
        User.objects.create(username="guest-x", is_guest=True)
        _, found = check(players[0], cup, "p9 Guest-x zzz")
        assert [(one["name"], one["state"]) for one in found["players"]] == [
            ("p9", "unknown"),
            ("Guest-x", "unknown"),
            ("zzz", "unknown"),
        ]
        refusals = []
        for name in ("p9", "guest-x", "zzz"):
            sent = {"users": [name]}
            status, told = Caller(players[0]).post(f"tournaments/{cup.pk}/invite", sent)
            words = told["error"]["message"].replace(name, "NAME")
            refusals.append((status, told["error"]["code"], words))
            page = post(players[0], cup, invite=name).content.decode()
            assert "NAME" in (shown := page.replace(name, "NAME"))
            assert words in shown
        assert refusals == [(422, "unknown_user", refusals[0][2])] * 3

    def test_says_nothing_new_of_an_invited_person_who_blocks_the_organiser(
        self, players: list[User], cup: Tournament
    ) -> None:
        relationships.block(players[2], players[0])
        _, found = check(players[0], cup, "p3")
        assert found["players"][0]["state"] == "invited"
        assert Caller(players[0]).post(f"tournaments/{cup.pk}/invite", {"users": ["p3"]})[0] == 200

    def test_says_how_many_lines_could_not_be_read(
        self, players: list[User], cup: Tournament
    ) -> None:
        words = " ".join(["<x>"] * 52 + [f"q{n}" for n in range(52)])
        _, found = check(players[0], cup, words)
        assert (len(found["problems"]), found["more_problems"]) == (50, 2)
        assert "And 2 more." in post(players[0], cup, text=words).content.decode()

    def test_knows_who_is_in_the_club(self, players: list[User]) -> None:
        club = founding.found(players[0].pk, Words("Elm Street", "open")).pk
        joining.join_club(club, players[1].pk)
        here = opened(players[0], [], by_invitation=True, club=club)
        _, found = check(players[0], here, "p2 p3")
        assert [one["state"] for one in found["players"]] == ["free", "no_member"]

    def test_takes_guests_bots_and_closed_accounts_for_nobody(
        self, players: list[User], cup: Tournament
    ) -> None:
        User.objects.create(username="guest-x", is_guest=True)
        User.objects.create(username="helper-bot", owner=players[0])
        User.objects.create(username="gone", is_active=False)
        _, found = check(players[0], cup, "guest-x helper-bot gone")
        assert {one["state"] for one in found["players"]} == {"unknown"}

    def test_is_for_organisers_of_a_tournament_by_invitation_that_has_not_begun(
        self, players: list[User], cup: Tournament
    ) -> None:
        assert check(None, cup, "p7")[0] == 401
        assert check(players[1], cup, "p7")[0] == 403
        assert check(players[0], cup, 7)[0] == 400
        assert check(players[0], cup, "a\x00b")[0] == 400
        assert check(players[0], cup, "<<<")[0] == 422
        assert Caller(players[0], "play").post(f"tournaments/{cup.pk}/players-list")[0] == 403
        free = opened(players[2], [], most=4)
        assert check(players[2], free, "p7")[1]["error"]["code"] == "not_by_invitation"
        Tournament.objects.filter(pk=cup.pk).update(status="running")
        assert check(players[0], cup, "p7")[1]["error"]["code"] == "not_open"
        assert Caller(players[0]).post("tournaments/0/players-list", {"list": "p7"})[0] == 404

    def test_is_not_for_a_muted_organiser_nor_one_whom_an_administrator_looks_as(
        self, players: list[User], cup: Tournament
    ) -> None:
        chief = as_(person("chief", is_staff=True, is_superuser=True))
        act_as = reverse("admin:act-as", args=[players[0].pk])
        assert chief.post(act_as, {"reason": "asked"}).status_code == 302
        path = f"/api/v1/tournaments/{cup.pk}/players-list"
        assert chief.post(path, {"list": "p7"}, "application/json").status_code == 403
        assert chief.post(f"/tournaments/{cup.pk}/import/", {"invite": "p7"}).status_code == 403
        sanctions.impose(players[0], Sanction.Kind.MUTE, by=None, reason="x", until=None)
        assert check(players[0], cup, "p7")[0] == 403
        assert post(players[0], cup, text="p7").status_code == 403
        assert "p7" not in invited(cup)


class TestThePage:
    def test_shows_the_names_first_and_then_invites(
        self, players: list[User], cup: Tournament
    ) -> None:
        organiser = as_(players[0])
        page = organiser.get(f"/tournaments/{cup.pk}/").content.decode()
        assert f'href="/tournaments/{cup.pk}/import/"' in page
        page = organiser.get(f"/tournaments/{cup.pk}/import/").content.decode()
        assert "Check the list" in page
        answer = post(players[0], cup, text="\n".join(STATES))
        page = answer.content.decode()
        assert answer.status_code == 200
        for words in (
            "Can be invited (2)",
            "You have blocked them (1)",
            "Not found, or cannot be invited (2)",
            "line 9",
            "line 10",
            "Already invited (1)",
        ):
            assert words in page
        assert "Invite 2 people" in page
        assert 'name="invite" value="p7 p8"' in page
        assert not {"p7", "p8"} & invited(cup), "nothing is done by checking"
        assert post(players[0], cup, invite="p7 p8").status_code == 303
        assert {"p7", "p8"} <= invited(cup)
        assert told("tournament_invited")[-2:] == ["p7", "p8"]
        entrants = set(cup.entrants.values_list("user__username", flat=True))
        assert not entrants & {"p7", "p8"}, "nobody is entered without accepting"

    def test_takes_a_file(self, players: list[User], cup: Tournament) -> None:
        for end in ("\r", "\r\n"):
            line = "001    1      p7                                1500"
            file = SimpleUploadedFile("cup.trf", end.join(["012 Cup", line]).encode("utf-16"))
            page = post(players[0], cup, file=file, text="").content.decode()
            assert "Can be invited (1)" in page

    def test_says_what_is_wrong_with_a_file(self, players: list[User], cup: Tournament) -> None:
        for content, words in (
            (b"PK\x03\x04\x00", "This is not a text file"),
            (b"x" * (players_list.LONGEST + 1), "This file is too large"),
            (b"012 Cup", "no line that begins with 001"),
            (b"", "The list is empty"),
        ):
            answer = post(players[0], cup, file=SimpleUploadedFile("list", content), text="")
            assert answer.status_code == 422
            assert words in answer.content.decode()
            assert "PK" not in answer.content.decode().partition("<textarea")[2]

    def test_invites_thirty_at_a_time(
        self, players: list[User], cup: Tournament, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(inviting, "MOST_NAMES", 1)
        page = post(players[0], cup, text="p7 p8").content.decode()
        assert "1 person" in page
        assert "You can invite 1 people at a time" in page
        page = post(players[0], cup, invite="p7 p8").content.decode()
        assert "Can be invited (1)" in page
        assert 'name="invite" value="p8"' in page
        assert {"p7"} == invited(cup) & {"p7", "p8"}

    def test_keeps_to_the_limits_of_invitations_and_keeps_the_list(
        self, players: list[User], cup: Tournament, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(limits.PER_HOUR, "invitation", 4)  # as many as have been invited
        answer = post(players[0], cup, invite="p7 p8")
        assert answer.status_code == 429
        assert int(answer["Retry-After"]) > 0
        assert "p7\np8</textarea>" in answer.content.decode()
        monkeypatch.setattr(inviting, "MOST_INVITED", 5)
        assert post(players[0], cup, invite="p7 p8").status_code == 409
        assert not {"p7", "p8"} & invited(cup)

    def test_invites_nobody_who_cannot_be_invited(
        self, players: list[User], cup: Tournament
    ) -> None:
        for names in ("p6", "nobody-here", "p7 p6", "p9"):
            assert post(players[0], cup, invite=names).status_code == 422
        assert not {"p6", "p7"} & invited(cup)

    def test_says_on_a_second_press_that_they_are_invited_already(
        self, players: list[User], cup: Tournament
    ) -> None:
        organiser = as_(players[0])
        for _press in range(2):
            organiser.post(f"/tournaments/{cup.pk}/import/", {"invite": "p7 p8"})
        page = organiser.get(f"/tournaments/{cup.pk}/").content.decode()
        assert "2 people are invited." in page
        assert "0 people" not in page
        assert "Everybody named is invited already." in page

    def test_answers_a_busy_moment_and_a_lost_right_as_other_pages_do(
        self, players: list[User], cup: Tournament, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for error, status in ((Busy(), 503), (Forbidden("No longer"), 403), (NotFound(), 404)):

            def fail(*_args: object, error: GameError = error) -> None:
                raise error

            monkeypatch.setattr(inviting, "invite_people", fail)
            answer = post(players[0], cup, invite="p7 p8")
            assert answer.status_code == status
            assert ("Retry-After" in answer) == (status == 503)

    def test_is_for_organisers(self, players: list[User], cup: Tournament) -> None:
        address = f"/tournaments/{cup.pk}/import/"
        assert as_(None).get(address).status_code == 302
        assert as_(players[1]).get(address).status_code == 403
        assert post(players[1], cup, invite="p7").status_code == 403
        free = opened(players[2], [], most=4)
        assert as_(players[2]).get(f"/tournaments/{free.pk}/import/").status_code == 409
        assert "/import/" not in as_(players[2]).get(f"/tournaments/{free.pk}/").content.decode()
        assert as_(players[1]).get("/tournaments/0/import/").status_code == 404
