"""One little world in which everybody of the matrix stands somewhere, and a way to ask in it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

from allauth.mfa.models import Authenticator
from django.apps import apps
from django.contrib.auth.models import Group
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import (
    Aaguid,
    AttestationObject,
    AttestedCredentialData,
    AuthenticatorData,
    CollectedClientData,
)

from accounts import bots, people
from accounts.models import ApiToken, Circle, Sanction, User
from accounts.moderation import sanctions
from accounts.sessions import tokens
from community.clubs import belonging, founding, joining, talk
from community.clubs.founding import Words
from community.models import Club, News, NewsText
from games.clubs import events
from games.lines import lines
from games.lobby import open_games, standing
from games.messages import one_tap, turn_by_mail
from games.models import Case, ChatMessage, Game, Preset, Report, Seat, StudyMember, Vote
from games.moderation import acts, roles
from games.studies import chapters, making
from games.tournaments import entering, opening
from games.tournaments.plan import Plan
from games.tournaments.series import series
from notifications import push
from notifications.models import Notification, PushSubscription, Webhook
from tests.people import person

#: Roles. All ask about the private game of owner, opponent, the muted player and the party, but for
#: the spectator of a public one; the player has an account and nothing to do with any of
#: it. The party may do in the admin what an administrator may, and is party to it: he plays.
ROLES = (
    *("nobody", "guest", "player", "spectator", "opponent", "muted", "owner"),
    *("suspended", "moderator", "administrator", "party"),
)


@dataclass
class World:
    users: dict[str, User]
    private: Game
    public: Game
    open: Game
    over: dict[str, Game]
    ready: Game
    values: dict[str, Any]
    cookies: dict[str, str] = field(default_factory=dict)
    tokens: dict[str, str] = field(default_factory=dict)
    before: str = ""

    def ask(self, role: str, method: str, path: str, body: dict[str, Any] | None) -> str:
        """The status of the answer, starred where it has changed something; whatever it has changed
        is as before afterwards."""
        client = Client(raise_request_exception=False)
        headers = {}
        if path.startswith("/api/v1/") and role in self.tokens:
            headers["authorization"] = f"Bearer {self.tokens[role]}"
        elif role in self.cookies:
            client.cookies["sessionid"] = self.cookies[role]
        with _undone():
            send = getattr(client, method.lower())
            if path.startswith("/api/v1/") and method != "GET":
                content = json.dumps(body or {})
                answer = send(path, content, "application/json", headers=headers)
            else:
                data = (body or {}) if method == "POST" else None
                answer = send(path, data, headers=headers)
            taken = method != "GET" and answer.status_code < 400
            changed = taken and _everything() != self.before
            return f"{answer.status_code}{'*' if changed else ''}"

    def game_of(self, role: str, state: str = "") -> Game:
        """The game that this one asks about: one that runs, that waits for players, that asks
        them whether they are ready, or is over."""
        if state == "open":
            return self.open
        if state == "ready":
            return self.ready
        if state == "over":
            return self.over["public" if role == "spectator" else "private"]
        return self.public if role == "spectator" else self.private


def build() -> World:
    users = {role: person(role) for role in ROLES if role not in ("nobody", "guest")}
    users["guest"] = people.create_guest("en", "UTC")
    roles.install()
    users["moderator"].is_staff = True
    users["moderator"].save()
    users["moderator"].groups.set([Group.objects.get(name="Moderators")])
    for role in ("administrator", "party"):
        users[role].is_staff = True
        users[role].save()
        users[role].groups.set([Group.objects.get(name="Administrators")])
    owner, *others = (users[role] for role in ("owner", "opponent", "muted", "party"))
    games = {kind: _begun(owner, others, kind) for kind in ("private", "public")}
    over = {kind: _begun(owner, others, kind) for kind in ("private", "public")}
    for game in over.values():
        acts.end_game(game.pk, users["moderator"].pk, "Nobody moved")
    waiting = open_games.create(owner.pk, "lanterns", 3, visibility="public").game
    open_games.join_game(waiting.pk, users["opponent"].pk)
    live = open_games.create(owner.pk, "lanterns", 2, clock={"kind": "live", "move_minutes": 5})
    open_games.join_game(live.game.pk, users["opponent"].pk)
    live.game.ready_by = timezone.now() + timedelta(days=1)
    live.game.save(update_fields=["ready_by"])
    values = _values(owner, others, games["private"])
    values |= _study(owner, users["opponent"], over["private"])
    world = World(users, games["private"], games["public"], waiting, over, live.game, values)
    for role, user in users.items():
        client = Client()
        client.force_login(user)
        world.cookies[role] = client.cookies["sessionid"].value
        world.tokens[role] = tokens.mint(user, "matrix")
    for role, kind in (("muted", Sanction.Kind.MUTE), ("suspended", Sanction.Kind.SUSPENSION)):
        sanctions.impose(users[role], kind, by=None, reason="Tried out", until=None)
    world.before = _everything()
    return world


def _begun(owner: User, others: list[User], visibility: str) -> Game:
    game = open_games.create(owner.pk, "lanterns", 4, visibility=visibility).game
    for other in others:
        open_games.join_game(game.pk, other.pk, key=game.key)
    return Game.objects.get(pk=game.pk)


def _values(owner: User, members: list[User], game: Game) -> dict[str, Any]:
    """What stands for the parameters of addresses: things of the owner's."""
    now = timezone.now()
    vote = Vote.objects.create(game=game, kind="pause", seat=None, closes_at=now, closed_at=now)
    told = Notification.objects.create(
        user=owner, game=game, kind="your_turn", due_at=now, key="m", state="planned"
    )
    keys = {"p256dh": push.public_key(), "auth": "A" * 22}
    device = PushSubscription.objects.create(user=owner, endpoint="https://push.example/1", **keys)
    hook = Webhook.objects.create(user=owner, url="https://hook.example/1")
    tokens.mint(owner, "of the owner")
    seat = Seat.objects.get(game=game, user=owner)
    assert seat.waiting_since is not None
    data = {"name": "mine", "credential": _credential()}
    passkey = Authenticator.objects.create(user=owner, type="webauthn", data=data)
    circle = Circle.objects.create(user=owner, name="The Thursday table")
    preset = Preset.objects.create(circle=circle, type="lanterns", settings={"players": 2})
    turn = turn_by_mail.Turn(owner, game.pk, seat.asked_version, seat.waiting_since.isoformat())
    news = News.objects.create(published_at=now)
    NewsText.objects.create(news=news, language="en", title="News", text="Words")
    case = Case.objects.create(key=f"game/{game.pk}", about="game", game=game)
    plan = Plan("A cup", "robin", "lanterns", clock={"kind": "per_turn", "days": 2})
    club = _club(owner, members)
    cup = opening.open_(owner.pk, plan)
    entering.join_tournament(cup.pk, owner.pk)
    regular = replace(plan, name="A monthly cup")
    invitation = standing.make(owner.pk, "lanterns", 2, "medium", most=1)
    bots.make(owner, "helper")
    warning = Sanction.objects.create(user=owner, kind="warning", reason="Words", ended_at=now)
    return {
        "turn": turn.path.split("/")[-2],
        "act": "choose",
        "pk": passkey.pk,
        "circle_id": circle.pk,
        "preset_id": preset.pk,
        "what": "friend",
        "tournament_id": cup.pk,
        "table_id": 1,
        "series_id": series.start_series(owner.pk, regular, "month", 7).pk,
        "challenge_id": 1,
        "deed": "join",
        "invitation_id": invitation.pk,
        "change": "pause",
        "reply": "come",
        "way": "my/",
        "club_id": club.pk,
        "event_id": club.events.get().pk,
        "talk_id": talk.write_message(club.pk, owner.pk, "Hello").pk,
        "line_id": lines.open_line(game.pk, owner.pk),
        "vote_id": vote.pk,
        "message_id": ChatMessage.objects.create(game=game, user=owner, text="Hello").pk,
        "notification_id": told.pk,
        "news_id": news.pk,
        "device_id": device.pk,
        "webhook_id": hook.pk,
        "token_id": ApiToken.objects.get(user=owner, name="of the owner").pk,
        "name": "privacy",
        "username": owner.username,
        "report_id": Report.objects.create(about="game", game=game, reason="other", case=case).pk,
        "case_id": case.pk,
        "user_id": owner.pk,
        "index": 0,
        "about": "game",
        "form": "csv",
        "trf_form": "trf26",
        "record_format": 1,
        "signed": sanctions.signed(warning),
        "slug": "lanterns",
        "language": "en",
        "number": game.pk,
        "drawing": "app",
        "size": 180,
        "kind": "x",
        "since": "2026-12-01",
        "object_id": Group.objects.get(name="Moderators").pk,
        "id": owner.pk,
        "content_type_id": 1,
        "app_label": "games",
        "url": "nowhere",
        "key": "nonsense:x",
        "uidb36": "1",
        "token": one_tap.Tap(owner, game.pk, seat.asked_version, ("x",)).path.split("/")[-2],
    }


def _study(owner: User, writer: User, game: Game) -> dict[str, Any]:
    """A study of the owner's by link, about a private game; the opponent writes in it, too."""
    study = making.make_study(owner.pk, "How it went")
    StudyMember.objects.create(study=study, user=writer, role=StudyMember.Role.WRITER)
    chapter = chapters.add_chapter(study.pk, owner.pk, game.pk, 0)
    return {
        "study_id": study.pk,
        "chapter_id": chapter.pk,
        "spot": "0",
        "study_deed": "rename",
    }


def _club(owner: User, members: list[User]) -> Club:
    """An open club of the owner's: the opponent is an officer, the muted one and the party are
    members; an event is planned."""
    club = founding.found(owner.pk, Words("The Thursday club", Club.Entry.OPEN))
    for member in members:
        joining.join_club(club.pk, member.pk)
    belonging.set_officer(club.pk, owner.pk, members[0].username, officer=True)
    at = timezone.now() + timedelta(days=3)
    evening = events.Plan("An evening", at, "lanterns", 4, {"kind": "per_turn", "days": 1})
    events.plan(club.pk, owner.pk, evening)
    return club


def _credential() -> dict[str, Any]:
    """What a browser gives for a new passkey."""
    key = ES256({1: 2, 3: ES256.ALGORITHM, -1: 1, -2: b"x" * 32, -3: b"y" * 32})
    made = AttestedCredentialData.create(Aaguid(bytes(16)), b"mine", key)
    flags = AuthenticatorData.FLAG.AT | AuthenticatorData.FLAG.UP
    told = AttestationObject.create("none", AuthenticatorData.create(bytes(32), flags, 0, made), {})
    asked = CollectedClientData.create(CollectedClientData.TYPE.CREATE, b"x", "http://localhost")
    return {
        "id": websafe_encode(b"mine"),
        "rawId": websafe_encode(b"mine"),
        "type": "public-key",
        "response": {
            "clientDataJSON": websafe_encode(asked),
            "attestationObject": websafe_encode(told),
        },
    }


#: Tables that any request may write to, whatever it asks.
_ASIDE = {"django_session", "usersessions_usersession"}


def _everything() -> str:
    """All rows that there are, in one word, but for when somebody was last here."""
    rows = "string_agg((to_jsonb(t) - 'last_used_at')::text, ',' ORDER BY t::text)"
    parts = [
        f"(SELECT md5({rows}) FROM {model._meta.db_table} t)"
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed and model._meta.db_table not in _ASIDE
    ]
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT array_to_string(ARRAY[{', '.join(parts)}], ',')")
        return str(cursor.fetchone()[0])


@contextmanager
def _undone() -> Iterator[None]:
    """What happens in here has not happened, though it may be durable."""
    block = transaction.atomic()
    block._from_testcase = True  # type: ignore[attr-defined]
    with block:
        yield
        transaction.set_rollback(True)
