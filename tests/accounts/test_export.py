"""All that is kept about somebody, as a file for that person alone."""

import json
from collections.abc import Callable

from django.apps import apps
from django.test import Client

from accounts import exporting
from accounts.models import User
from accounts.sessions import tokens
from games.live import chat
from games.storage.position import Position
from notifications.models import Webhook

EXPORT = "/accounts/export/"
#: Tables with somebody in them of which an export has nothing, and why.
LEFT_OUT = {
    "accounts.Feed": "a key, and nothing else",
    "accounts.Note": "what moderators tell each other",
    "games.Encounter": "counted of finished games, and as much about the other",
    "admin.LogEntry": "what staff did in the admin is the service's record",
    "boardgames.Failure": "of the service",
    "accounts.User_groups": "rights, not about the person",
    "accounts.User_user_permissions": "rights, not about the person",
    "accounts.Circle_members": "in the circles of whoever made them",
    "games.Game": "who made a game stands with the game; its seats are exported",
    "accounts.User": "whose bot it is; the bots are exported",
    "games.FeedEntry": "what a calendar was told last of what is exported",
    "games.Placement": "of a seat, which is exported",
    "games.Trial": "of stored games of all people, by whom is the service's record",
    "games.Package": "who tests and maintains it is exported",
    "games.Seat": "exported as seats, by tenure",
    "games.Incident": "the game's log, which all at the table read",
    "games.Case": "what moderators decide; reports and sanctions are exported",
    "accounts.Letter": "a letter that waits to be sent is gone once it is",
    "games.ClubEncounter": "counted of finished games, and as much about the other",
    "games.ClubTally": "counted of finished games, which are exported",
    "community.Side": "of a conversation, whose messages are exported",
    "games.Chapter": "who added it stands with the study, which is exported",
    "games.Judgement": "what programs think of a position; who asked only limits their number",
    "notifications.Delivery": "how a notification went out; the notifications are exported",
}


def test_it_has_what_is_ones_own_and_no_secret(
    as_: Callable[[User], Client], duel: Position, anna: User, ben: User
) -> None:
    chat.post(duel.game.pk, anna.pk, "Mine to say")
    chat.post(duel.game.pk, ben.pk, "Not hers")
    token = tokens.mint(anna, "my program", scope="read")
    Webhook.objects.create(user=anna, url="https://hook.example/", secret="whispered")
    answer = as_(anna).get(EXPORT)
    assert answer["Content-Disposition"] == 'attachment; filename="anna.json"'
    assert "no-store" in answer["Cache-Control"]
    data, text = answer.json(), answer.content.decode()
    assert data["account"]["username"] == "anna"
    assert data["email_addresses"][0]["email"] == "anna@example.org"
    assert [said["text"] for said in data["chat"]] == ["Mine to say"]
    assert data["api_tokens"][0] | {"created_at": 0} == {
        "name": "my program", "scope": "read", "created_at": 0, "last_used_at": None,
    }  # fmt: skip
    assert data["seats"][0]["seat__game_id"] == duel.game.pk
    anna.refresh_from_db()
    for secret in (anna.password, token, tokens._hash(token), "whispered", "Not hers", "ben@"):
        assert secret not in text
    json.dumps(data)


def test_it_is_for_oneself_alone(as_: Callable[[User], Client], anna: User, ben: User) -> None:
    assert as_(ben).get(EXPORT).json()["account"]["username"] == "ben"
    assert Client().get(EXPORT).status_code == 302


def test_every_table_with_somebody_in_it_is_exported_or_left_out_for_a_reason() -> None:
    """A new table has to be thought of, here or by ``exporting.register``."""
    with_people = {
        model._meta.label
        for model in apps.get_models(include_auto_created=True)
        if any(
            field.related_model is User
            for field in model._meta.get_fields()
            if not field.auto_created
        )
    }
    exported = {
        "account.EmailAddress", "mfa.Authenticator", "usersessions.UserSession",
        "accounts.Sanction", "games.Report", "games.Entrant", "games.Tournament",
        "games.TournamentEvent",
        "accounts.ApiToken", "accounts.Friend", "accounts.Block", "accounts.Circle",
        "games.Tenure", "games.Move", "games.ChatMessage", "games.Invitation",
        "games.StandingInvitation", "games.TournamentInvitation",
        "notifications.Notification", "notifications.Preference", "notifications.Rhythm",
        "accounts.Privacy", "games.Notebook", "games.Analysis",
        "games.RatingChange", "games.Standing", "games.Tally", "games.Habit",
        "games.Best", "games.Milestone", "games.Streak",
        "notifications.PushSubscription", "notifications.Webhook", "community.PrivateMessage",
        "community.Profile", "accounts.FormerName", "accounts.SharedBrowser",
        "community.ClubMember", "community.Candidate", "community.ClubMessage",
        "games.Package_testers", "games.FaultReport", "games.ReleaseRequest",
        "games.Package_maintainers",
        "games.Line", "games.ClubEvent", "games.Coming", "games.Reaction", "games.Series",
        "games.StudyMember", "games.StudyComment",
    }  # fmt: skip
    assert with_people - exported - LEFT_OUT.keys() == set()
    assert {"account", "moves", "instructions", "chat", "records"} <= exporting._sections.keys()
