"""Private messages and notifications by the API: whose they are, what is told, what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.company import relationships
from accounts.models import User
from accounts.moderation import sanctions
from community.messages import reading, sending
from community.models import PrivateMessage, Side
from games.models import Encounter
from notifications.models import Channel, Notification, Preference, Rhythm, When
from tests.games.api import Caller
from tests.people import browser_of, person

PRIVATE = ("messages", "messages/ben", "notifications", "notifications/settings", "friends")


@pytest.fixture
def met(anna: User, ben: User) -> None:
    """Anna and Ben have played with each other."""
    for one, other in ((anna, ben), (ben, anna)):
        Encounter.objects.create(user=one, other=other, type="lanterns", games=1)


@pytest.fixture
def told(anna: User) -> list[int]:
    """Three notifications of Anna's, the newest first."""
    found = [
        Notification.objects.create(
            user=anna, kind="friend_request", due_at=timezone.now(), key=str(number),
            state="planned", data={"by": "ben"},
        ).pk
        for number in range(3)
    ]  # fmt: skip
    return found[::-1]


class TestAConversation:
    @pytest.mark.usefixtures("met")
    def test_is_written_listed_read_and_deleted(self, anna: User, ben: User) -> None:
        mine, his = Caller(anna), Caller(ben)
        status, sent = mine.post("messages/BEN", {"text": " Rematch? "})
        assert (status, sent["text"], sent["mine"], sent["read"]) == (201, "Rematch?", True, False)
        _, listed = his.get("messages")
        assert [(one["user"], one["unread"]) for one in listed["conversations"]] == [("anna", True)]
        assert listed["conversations"][0]["last"] == {"mine": False, "text": "Rematch?"}
        assert his.get("messages/anna")[1]["unread"] is True
        assert his.get("messages")[1]["conversations"][0]["unread"] is True
        assert his.post("messages/anna/read")[1]["unread"] is False
        assert mine.get("messages/ben")[1]["messages"][0]["read"] is True
        assert his.post("messages/anna", {"quick": "gladly"})[1]["text"] == "Gladly!"
        assert his.delete("messages/anna")[1]["conversations"] == []
        assert len(mine.get("messages/ben")[1]["messages"]) == 2

    @pytest.mark.usefixtures("met")
    def test_is_read_page_by_page(
        self, anna: User, ben: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(reading, "SHOWN", 2)
        sent = [sending.send_message(ben, anna, f"Number {number}").pk for number in range(3)]
        _, last = Caller(anna).get("messages/ben")
        assert [one["id"] for one in last["messages"]] == sent[1:]
        _, before = Caller(anna).get("messages/ben", before=last["next"])
        assert [one["id"] for one in before["messages"]] == sent[:1]

    def test_of_a_stranger_is_a_request_that_is_accepted(self, anna: User, ben: User) -> None:
        Caller(anna).post("messages/ben", {"text": "Hello"})
        his = Caller(ben)
        listed = his.get("messages")[1]
        assert (listed["conversations"], listed["requests"]) == ([], 1)
        assert his.get("messages", requests=1)[1]["conversations"][0]["request"] is True
        assert his.post("messages/anna/accept")[1]["request"] is False
        assert his.get("messages")[1]["requests"] == 0

    def test_is_nobody_elses(self, anna: User, ben: User, cleo: User) -> None:
        sending.send_message(anna, ben, "Between us")
        for other in ("anna", "ben"):
            assert Caller(cleo).get(f"messages/{other}")[1]["messages"] == []
            for act in ("read", "accept"):
                assert Caller(cleo).post(f"messages/{other}/{act}")[0] == 404
            assert Caller(cleo).delete(f"messages/{other}")[0] == 404
        assert Side.objects.filter(listed=True).count() == 2

    def test_with_somebody_who_is_apart_is_refused_without_a_reason(
        self, anna: User, ben: User
    ) -> None:
        relationships.block(ben, anna)
        status, refused = Caller(anna).post("messages/ben", {"text": "Hello"})
        assert (status, refused["error"]["message"]) == (422, "You cannot write to ben.")
        assert Caller(anna).get("messages/ben")[1]["cannot_write"] == "You cannot write to ben."
        assert not PrivateMessage.objects.exists()

    def test_is_not_begun_by_somebody_who_is_muted(self, anna: User, ben: User) -> None:
        sanctions.impose(anna, "mute", by=None, reason="Rude", until=None)
        assert Caller(anna).post("messages/ben", {"text": "Hello"})[0] == 422

    @pytest.mark.parametrize(
        ("body", "status"),
        [
            ({}, 422),
            ({"text": "  "}, 422),
            ({"text": "x" * 2001}, 422),
            ({"text": "a\x00b"}, 400),
            ({"quick": "nonsense"}, 400),
            ({"text": "Hello", "to": "cleo"}, 400),
        ],
    )
    @pytest.mark.usefixtures("met")
    def test_does_not_take_nonsense(
        self, anna: User, ben: User, body: dict[str, str], status: int
    ) -> None:
        assert Caller(anna).post("messages/ben", body)[0] == status
        for name in ("nobody", "anna", "x" * 300):
            assert Caller(anna).post(f"messages/{name}", {"text": "Hello"})[0] == 404
            assert Caller(anna).get(f"messages/{name}")[0] == 404
        assert not PrivateMessage.objects.exists()

    @pytest.mark.usefixtures("met")
    def test_is_slowed_down(self, anna: User, ben: User, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sending, "PER_MINUTE", 2)
        answers = [Caller(anna).post("messages/ben", {"text": "Hello"}) for _ in range(3)]
        assert [status for status, _ in answers] == [201, 201, 429]
        assert answers[-1][1]["error"]["code"] == "too_many_requests"

    def test_is_begun_with_few_strangers_in_a_day(
        self, anna: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sending, "NEW_STRANGERS_A_DAY", 1)
        names = [person(f"other{number}").username for number in range(2)]
        hello = {"text": "Hello"}
        assert [Caller(anna).post(f"messages/{name}", hello)[0] for name in names] == [201, 422]


class TestPrivateThings:
    @pytest.mark.parametrize("path", PRIVATE)
    def test_are_read_with_a_token_for_everything_alone(
        self, anna: User, ben: User, path: str
    ) -> None:
        assert Caller().get(path)[0] == 401
        for scope, status in (("read", 403), ("play", 403), ("all", 200)):
            assert Caller(anna, scope).get(path)[0] == status

    @pytest.mark.usefixtures("lanterns")
    @pytest.mark.parametrize("path", [*PRIVATE, "me", "me/hidden", "games/{game}/notes"])
    def test_are_not_shown_to_an_administrator_who_looks_as_somebody(
        self, anna: User, ben: User, path: str
    ) -> None:
        _, game = Caller(anna).post("games", {"type": "lanterns", "players": 2, "invite": ["ben"]})
        path = path.format(game=game["id"])
        assert Caller(anna).get(path)[0] == 200
        chief = browser_of(person("chief", is_staff=True, is_superuser=True))
        act_as = reverse("admin:act-as", args=[anna.pk])
        assert chief.post(act_as, {"reason": "asked"}).status_code == 302
        assert chief.get(f"/api/v1/people?q={ben.username}").status_code == 200
        assert chief.get(f"/api/v1/{path}").status_code == 403


class TestNotifications:
    def test_are_listed_page_by_page_and_marked_as_read(self, anna: User, told: list[int]) -> None:
        me = Caller(anna)
        _, first = me.get("notifications", limit=2)
        assert [one["id"] for one in first["notifications"]] == told[:2]
        assert all(one["text"] and not one["read"] for one in first["notifications"])
        _, rest = me.get("notifications", before=first["next"])
        assert ([one["id"] for one in rest["notifications"]], rest["next"]) == (told[2:], None)
        assert me.post(f"notifications/{told[0]}/read")[1]["read"] is True
        assert len(me.get("notifications", unread=1)[1]["notifications"]) == 2
        _, after = me.post("notifications/read")
        assert (after["unread"], {one["read"] for one in after["notifications"]}) == (0, {True})

    def test_are_nobody_elses(self, anna: User, ben: User, told: list[int]) -> None:
        assert Caller(ben).get("notifications")[1]["notifications"] == []
        for number in (told[0], 0, 10**30):
            assert Caller(ben).post(f"notifications/{number}/read")[0] == 404
            assert Caller().post(f"notifications/{number}/read")[0] == 401
        Caller(ben).post("notifications/read")
        assert Notification.objects.filter(read_at=None).count() == 3

    @pytest.mark.parametrize("query", ["before=x", f"before={10**30}", "limit=0", "unread=maybe"])
    def test_are_not_listed_for_nonsense(self, anna: User, query: str) -> None:
        assert Caller(anna).get(f"notifications?{query}")[0] == 400


class TestNotificationSettings:
    def test_change_only_what_is_named(self, anna: User) -> None:
        me = Caller(anna)
        before = me.get("notifications/settings")[1]
        choice = {"kind": "your_turn", "channel": "mail", "when": "never"}
        body = {"kinds": [choice], "rhythm": {"batch_minutes": 60, "digest_at": "19:00"}}
        status, after = me.put("notifications/settings", body)
        assert status == 200
        changed = [
            (old["kind"], new["mail"])
            for old, new in zip(before["kinds"], after["kinds"], strict=True)
            if old != new
        ]
        assert changed == [("your_turn", "never")]
        wanted = {**before["rhythm"], "batch_minutes": 60, "digest_at": "19:00"}
        assert after["rhythm"] == wanted
        quiet = {"quiet_from": "22:00", "quiet_until": "07:00", "quick_answers": False}
        _, night = me.put("notifications/settings", {"rhythm": quiet})
        assert night["rhythm"] == {**wanted, **quiet}
        _, day = me.put(
            "notifications/settings", {"rhythm": {"quiet_from": None, "quiet_until": None}}
        )
        assert day["rhythm"]["quiet_from"] is None
        assert me.delete("notifications/settings")[1] == before

    def test_silence_a_channel_for_kinds_to_come(self, anna: User) -> None:
        kinds = [one["kind"] for one in Caller(anna).get("notifications/settings")[1]["kinds"]]
        never = [{"kind": kind, "channel": "mail", "when": "never"} for kind in kinds]
        Caller(anna).put("notifications/settings", {"kinds": never})
        assert Preference.objects.get(user=anna).kind == "*"

    @pytest.mark.parametrize(
        ("body", "status"),
        [
            ({"kinds": [{"kind": "nonsense", "channel": "mail", "when": "now"}]}, 422),
            ({"kinds": [{"kind": "your_turn", "channel": "fax", "when": "now"}]}, 400),
            ({"kinds": [{"kind": "your_turn", "channel": "mail", "when": "later"}]}, 400),
            ({"rhythm": {"batch_minutes": 7}}, 400),
            ({"rhythm": {"digest_at": "08:30"}}, 422),
            ({"rhythm": {"digest_at": "soon"}}, 400),
            ({"rhythm": {"quiet_from": "22:00"}}, 422),
        ],
    )
    def test_do_not_take_nonsense(self, anna: User, body: dict[str, Any], status: int) -> None:
        assert Caller(anna).put("notifications/settings", body)[0] == status
        assert not Preference.objects.exists()
        assert not Rhythm.objects.exists()

    def test_are_nobody_elses(self, anna: User, ben: User) -> None:
        Preference.objects.create(
            user=anna, kind="your_turn", channel=Channel.MAIL, when=When.NEVER
        )
        assert Caller().put("notifications/settings", {})[0] == 401
        assert Caller().delete("notifications/settings")[0] == 401
        Caller(ben).delete("notifications/settings")
        assert Preference.objects.filter(user=anna).exists()
