"""Clubs and their events by the API: for members, strangers, and the people who run them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.company import privacy, relationships
from accounts.models import User
from accounts.moderation import sanctions
from community.clubs import belonging, founding, joining, talk
from community.clubs.founding import Words
from community.models import Club, ClubMember, ClubMessage
from games.clubs import making
from games.lobby import open_games
from games.models import ClubEvent, Coming, Game
from tests.games.api import Caller

MEMBERS_ALONE = ("members", "games", "talk", "events")


@pytest.fixture
def club(anna: User, ben: User) -> Club:
    """An open club of Anna's, in which Ben is."""
    made = founding.found(anna.pk, Words("The Thursday club", Club.Entry.OPEN, about="At eight."))
    joining.join_club(made.pk, ben.pk)
    return made


@pytest.fixture
def secret(anna: User) -> Club:
    """Nobody learns of it but people who are invited."""
    return founding.found(anna.pk, Words("The secret club", Club.Entry.INVITATION))


def evening(**changes: Any) -> dict[str, Any]:
    at = (timezone.now() + timedelta(days=3)).isoformat()
    return {"title": "An evening", "at": at, "type": "lanterns", "players": 2, **changes}


class TestAClub:
    def test_is_found_joined_and_left(self, club: Club, cleo: User) -> None:
        me = Caller(cleo)
        assert [one["name"] for one in me.get("clubs")[1]["clubs"]] == ["The Thursday club"]
        status, joined = me.post(f"clubs/{club.pk}/join")
        assert (status, joined["role"], joined["size"]) == (200, "member", 3)
        assert [one["role"] for one in me.get("me/clubs")[1]["member"]] == ["member"]
        assert me.get("clubs")[1]["clubs"] == []
        assert me.post(f"clubs/{club.pk}/leave")[1]["member"] == []
        assert not ClubMember.objects.filter(user=cleo).exists()

    def test_that_decides_is_asked_and_accepts(self, anna: User, cleo: User) -> None:
        made = founding.found(anna.pk, Words("The closed door"))
        status, asked = Caller(cleo).post(f"clubs/{made.pk}/join", {"words": "Please"})
        assert (status, asked["role"], asked["state"]) == (200, "", "asks")
        _, waiting = Caller(anna).get(f"clubs/{made.pk}/candidates")
        assert waiting["asks"] == [{"user": "cleo", "words": "Please", "by": None}]
        act = {"user": "cleo", "act": "accept"}
        _, members = Caller(anna).post(f"clubs/{made.pk}/people", act)
        assert [one["user"] for one in members["members"]] == ["anna", "cleo"]
        assert Caller(cleo).get(f"clubs/{made.pk}")[1]["role"] == "member"

    def test_by_invitation_is_not_there_for_others(
        self, secret: Club, anna: User, cleo: User
    ) -> None:
        stranger, path = Caller(cleo), f"clubs/{secret.pk}"
        assert stranger.get("clubs", q="secret")[1]["clubs"] == []
        for below in ("", "/members", "/candidates", "/games", "/talk", "/events"):
            assert stranger.get(path + below)[0] == 404
        for below in ("join", "withdraw", "leave", "close", "talk/read"):
            assert stranger.post(f"{path}/{below}")[0] == 404
        assert Caller(anna).post(f"{path}/people", {"user": "cleo", "act": "invite"})[0] == 200
        _, mine = stranger.get("me/clubs")
        assert [(one["club"]["id"], one["by"]) for one in mine["invitations"]] == [
            (secret.pk, "anna")
        ]
        assert stranger.get(path)[1]["invited_by"] == "anna"
        assert stranger.post(f"{path}/withdraw")[1]["invitations"] == []
        assert stranger.get(path)[0] == 404

    @pytest.mark.parametrize("below", MEMBERS_ALONE)
    def test_shows_only_itself_to_strangers(self, club: Club, cleo: User, below: str) -> None:
        talk.write_message(
            club.pk, club.members.get(role=ClubMember.Role.OWNER).user_id, "Among us"
        )
        status, shown = Caller(cleo).get(f"clubs/{club.pk}")
        assert (status, shown["role"], shown["unread"]) == (200, "", None)
        assert Caller(cleo).get(f"clubs/{club.pk}/{below}")[0] == 403
        assert Caller().get(f"clubs/{club.pk}/{below}")[0] == 401

    def test_does_not_name_people_who_hide_or_are_apart_to_strangers(
        self, club: Club, anna: User, ben: User, cleo: User
    ) -> None:
        privacy.hide(ben, ["found"])
        assert Caller(cleo).get(f"clubs/{club.pk}")[1]["members"] == ["anna"]
        relationships.block(anna, cleo)
        assert Caller(cleo).get(f"clubs/{club.pk}")[1]["members"] == []
        assert Caller(ben).get(f"clubs/{club.pk}")[1]["members"] == ["anna", "ben"]
        status, refused = Caller(cleo).post(f"clubs/{club.pk}/join")
        assert (status, refused["error"]["message"]) == (422, "You cannot join this club.")

    def test_is_founded_changed_and_closed(self, anna: User, ben: User) -> None:
        me = Caller(anna)
        words = {"name": "Night owls", "entry": "open", "languages": ["en", "xx"]}
        status, made = me.post("clubs", words)
        assert (status, made["role"], made["languages"]) == (201, "owner", ["en"])
        joining.join_club(made["id"], ben.pk)
        path = f"clubs/{made['id']}"
        changed = {"name": "Early birds", "entry": "open", "rules": "Be kind"}
        assert Caller(ben).put(path, changed)[0] == 403
        assert me.put(path, changed)[1]["rules"] == "Be kind"
        assert Caller(ben).post(f"{path}/close")[0] == 403
        assert [one["name"] for one in me.post(f"{path}/close")[1]["closed"]] == ["Early birds"]
        assert me.post("clubs", {"name": "x"})[0] == 422
        assert me.post("clubs", {"name": "Owls", "entry": "maybe"})[0] == 400

    def test_is_run_by_those_who_may(self, club: Club, anna: User, ben: User, cleo: User) -> None:
        joining.join_club(club.pk, cleo.pk)
        path = f"clubs/{club.pk}/people"
        for act in ("remove", "promote", "invite", "hand-over", "refuse", "call-back", "accept"):
            assert Caller(ben).post(path, {"user": "cleo", "act": act})[0] == 403
        assert Caller(ben).get(f"clubs/{club.pk}/candidates")[0] == 403
        _, after = Caller(anna).post(path, {"user": "ben", "act": "promote"})
        assert [one["role"] for one in after["members"]] == ["owner", "officer", "member"]
        assert Caller(ben).post(path, {"user": "cleo", "act": "remove"})[0] == 200
        assert Caller(ben).get(f"clubs/{club.pk}/candidates")[1]["removed"][0]["user"] == "cleo"
        assert Caller(cleo).get(f"clubs/{club.pk}")[1]["state"] == ""
        assert Caller(cleo).post(f"clubs/{club.pk}/join")[0] == 422
        assert Caller(anna).post(path, {"user": "nobody", "act": "invite"})[0] == 422
        assert Caller(anna).post(path, {"user": "ben", "act": "dismiss"})[0] == 400

    def test_is_joined_only_with_a_token_for_everything(self, club: Club, cleo: User) -> None:
        for scope in ("read", "play"):
            assert Caller(cleo, scope).post(f"clubs/{club.pk}/join")[0] == 403
        assert Caller().post(f"clubs/{club.pk}/join")[0] == 401
        for number in (0, 10**30):
            assert Caller(cleo).post(f"clubs/{number}/join")[0] == 404
            assert Caller(cleo).get(f"clubs/{number}")[0] == 404

    def test_is_joined_only_while_there_is_room(
        self, club: Club, cleo: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(founding, "MOST_CLUBS", 0)
        assert Caller(cleo).post(f"clubs/{club.pk}/join")[0] == 422

    def test_lists_its_games_to_members(self, club: Club, anna: User, ben: User) -> None:
        game = open_games.create(anna.pk, "lanterns", 2, club=club.pk).game
        _, found = Caller(ben).get(f"clubs/{club.pk}/games")
        assert [one["id"] for one in found["games"]] == [game.pk]
        assert Caller(ben).get(f"clubs/{club.pk}/games", before=game.pk)[1]["games"] == []
        open_games.join_game(game.pk, ben.pk)
        assert Caller(ben).get(f"clubs/{club.pk}/games", status="running")[1]["games"]


class TestTheTalkOfAClub:
    def test_is_written_read_and_hidden(self, club: Club, anna: User, ben: User) -> None:
        mine, his = Caller(anna), Caller(ben)
        status, said = his.post(f"clubs/{club.pk}/talk", {"text": " Hello "})
        assert (status, said["text"]) == (201, "Hello")
        assert mine.get(f"clubs/{club.pk}")[1]["unread"] == 1
        assert mine.get(f"clubs/{club.pk}/talk")[1]["messages"] == [said]
        assert mine.get(f"clubs/{club.pk}")[1]["unread"] == 1
        mine.post(f"clubs/{club.pk}/talk/read")
        assert mine.get(f"clubs/{club.pk}")[1]["unread"] == 0
        path = f"clubs/{club.pk}/talk/{said['id']}/hide"
        hidden = mine.post(path)[1]["messages"][0]
        assert (hidden["hidden"], hidden["text"]) == (True, "")
        assert his.post(path, {"hidden": False})[0] == 403
        assert mine.post(path, {"hidden": False})[1]["messages"][0]["text"] == "Hello"
        assert mine.post(f"clubs/{club.pk}/talk/0/hide")[0] == 404

    def test_is_read_without_people_who_are_apart(self, club: Club, anna: User, ben: User) -> None:
        talk.write_message(club.pk, ben.pk, "Hello")
        relationships.block(ben, anna)
        assert Caller(anna).get(f"clubs/{club.pk}/talk")[1]["messages"] == []

    def test_is_read_page_by_page(
        self, club: Club, anna: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(talk, "SHOWN", 2)
        said = [talk.write_message(club.pk, anna.pk, str(number)).pk for number in range(3)]
        _, last = Caller(anna).get(f"clubs/{club.pk}/talk")
        assert [one["id"] for one in last["messages"]] == said[1:]
        _, before = Caller(anna).get(f"clubs/{club.pk}/talk", before=last["next"])
        assert [one["id"] for one in before["messages"]] == said[:1]

    @pytest.mark.parametrize(
        ("text", "status"), [("", 422), ("x" * 1001, 422), ("a\x00b", 400), (None, 400)]
    )
    def test_does_not_take_nonsense(
        self, club: Club, ben: User, cleo: User, text: str | None, status: int
    ) -> None:
        assert Caller(ben).post(f"clubs/{club.pk}/talk", {"text": text})[0] == status
        assert Caller(cleo).post(f"clubs/{club.pk}/talk", {"text": "Hello"})[0] == 403
        sanctions.impose(ben, "mute", by=None, reason="Rude", until=None)
        assert Caller(ben).post(f"clubs/{club.pk}/talk", {"text": "Hello"})[0] == 422
        assert not ClubMessage.objects.exists()

    def test_is_slowed_down(self, club: Club, ben: User, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(talk, "PER_MINUTE", 1)
        hello = {"text": "Hello"}
        said = [Caller(ben).post(f"clubs/{club.pk}/talk", hello)[0] for _ in range(2)]
        assert said == [201, 429]


class TestAnEvent:
    def test_is_planned_answered_and_played(self, club: Club, anna: User, ben: User) -> None:
        status, planned = Caller(anna).post(f"clubs/{club.pk}/events", evening())
        assert status == 201
        [event] = planned["events"]
        assert (event["open"], event["mine"], event["names"]) == (True, True, ["anna"])
        path = f"clubs/{club.pk}/events/{event['id']}"
        [seen] = Caller(ben).get(f"clubs/{club.pk}/events")[1]["events"]
        assert seen["mine"] is None
        [answered] = Caller(ben).post(f"{path}/answer", {"comes": True})[1]["events"]
        assert (answered["mine"], answered["coming"]) == (True, 2)
        ClubEvent.objects.update(at=timezone.now() - timedelta(minutes=1))
        making.tick()
        [begun] = Caller(ben).get(f"clubs/{club.pk}/events")[1]["events"]
        assert [one["game"] for one in begun["tables"]] == [Game.objects.get().pk]
        assert Caller(ben).post(f"{path}/answer", {"comes": False})[0] == 409

    def test_is_planned_and_cancelled_by_those_who_run_the_club(
        self, club: Club, anna: User, ben: User, cleo: User
    ) -> None:
        for caller, status in ((Caller(ben), 403), (Caller(cleo), 403), (Caller(), 401)):
            assert caller.post(f"clubs/{club.pk}/events", evening())[0] == status
        _, planned = Caller(anna).post(f"clubs/{club.pk}/events", evening())
        path = f"clubs/{club.pk}/events/{planned['events'][0]['id']}"
        for caller, status in ((Caller(ben), 403), (Caller(cleo), 403), (Caller(), 401)):
            assert caller.post(f"{path}/cancel")[0] == status
        assert Caller(cleo).post(f"{path}/answer", {"comes": True})[0] == 403
        assert Coming.objects.count() == 1
        assert Caller(anna).post(f"{path}/cancel")[1]["events"] == []
        assert Caller(ben).post(f"{path}/answer", {"comes": True})[0] == 409
        assert Caller(ben).post(f"clubs/{club.pk}/events/0/answer", {"comes": True})[0] == 404

    @pytest.mark.parametrize(
        ("changes", "status"),
        [
            ({"title": "x"}, 422),
            ({"at": "2020-01-01T20:00:00Z"}, 422),
            ({"at": "2030-01-01T20:00:00"}, 400),
            ({"type": "chess"}, 422),
            ({"players": 9}, 422),
            ({"options": {"dark": True}}, 422),
            ({"clock": {"kind": "per_turn", "days": 900}}, 422),
            ({"seats": 4}, 400),
        ],
    )
    def test_is_not_planned_with_nonsense(
        self, club: Club, anna: User, changes: dict[str, Any], status: int
    ) -> None:
        assert Caller(anna).post(f"clubs/{club.pk}/events", evening(**changes))[0] == status
        assert not ClubEvent.objects.exists()

    def test_is_seen_by_nobody_who_has_left(self, club: Club, ben: User) -> None:
        belonging.leave_club(club.pk, ben.pk)
        assert Caller(ben).get(f"clubs/{club.pk}/events")[0] == 403
