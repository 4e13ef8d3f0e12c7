"""The thirty worst names and messages: refused, or shown as they were written and never obeyed."""

import html
import json

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.sessions import tokens
from games.live import chat
from games.lobby import friendship, notebook, open_games
from games.moderation import reports
from games.storage.position import Position
from notifications import planning
from tests.people import PASSWORD, person

WORST = [
    "<script>alert(1)</script>",
    "</script><script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'><svg/onload=alert(1)>",
    "javascript:alert(1)",
    "<a href=javascript:alert(1)>x</a>",
    "<iframe srcdoc='<script>1</script>'>",
    "{{ 7 * 7 }}",
    "{% raw %}{{ request }}",
    "${7*7} #{7*7}",
    "%(name)s %s %n {0} {name}",
    "'; DROP TABLE accounts_user; --",
    "' OR '1'='1",
    "\\'; SELECT pg_sleep(9); --",
    "../../../../etc/passwd",
    "..%2f..%2fetc%2fpasswd",
    "a\r\nSet-Cookie: x=1",
    "a\nBcc: everybody@example.org",
    "\u202eevil\u202c",
    "\u200b\u200b\u200b",
    "a\u0300" * 300,
    "\U0001f469\u200d\U0001f469\u200d\U0001f467" * 50,
    "\ufeff\ufffe\uffff",
    "х" * 999,
    "=cmd|' /C calc'!A0",
    "@everybody @admin <!-- --><!--",
    "]]><!ENTITY x SYSTEM 'file:///etc/passwd'>",
    "&lt;b&gt; &amp;amp; &#x3C;script&#x3E;",
    "http://evil.example/?" + "a" * 900,
    "NaN undefined null true constructor __proto__",
]


@pytest.mark.django_db
def test_there_are_thirty() -> None:
    assert len(set(WORST)) == 30


@pytest.mark.django_db
def test_nobody_can_be_called_so() -> None:
    client = Client()
    for name in WORST:
        form = {"username": name, "email": "x@example.org", "password1": PASSWORD}
        page = client.post("/accounts/signup/", form, REMOTE_ADDR=f"203.0.113.{WORST.index(name)}")
        assert page.status_code == 200
        assert "<script>alert" not in page.content.decode()
        assert client.get(f"/players/{name[:60]}/".replace("\n", "")).status_code in (301, 400, 404)
    assert not User.objects.exists()


@pytest.mark.django_db
def test_what_is_said_is_shown_as_it_was_written(
    monkeypatch: pytest.MonkeyPatch, duel: Position, anna: User, ben: User
) -> None:
    monkeypatch.setattr(chat, "PER_MINUTE", 100)
    game_id, token = duel.game.pk, tokens.mint(ben, "x")
    for worst in WORST:
        chat.post(game_id, anna.pk, worst)
    said = Client().get(
        f"/api/v1/games/{game_id}/chat", headers={"authorization": f"Bearer {token}"}
    )
    assert [message["text"] for message in json.loads(said.content)["messages"]] == [
        worst.strip() for worst in WORST
    ]
    browser = Client()
    browser.force_login(ben)
    page = browser.get(f"/games/{game_id}/").content.decode()
    for worst in WORST:
        assert html.escape(worst.strip(), quote=False)[:40] in page.replace("&#34;", '"').replace(
            "&#39;", "'"
        ), worst
    for tag in ("<script>alert", "<img src=x", "<svg/onload", "<iframe srcdoc", "<a href=java"):
        assert tag not in page


@pytest.mark.slow
@pytest.mark.django_db
def test_searching_with_them_breaks_nothing(anna: User) -> None:
    browser = Client(raise_request_exception=False)
    browser.force_login(anna)
    names = ("type", "show", "page", "q", "with", "group", "players", "season", "after", "next")
    for worst in [*WORST, "NUL \0 in it"]:
        for path in ("/lobby/", "/api/v1/games", "/my/", "/games/types/imhotep/leaderboard/"):
            answer = browser.get(path, dict.fromkeys(names, worst))
            assert answer.status_code < 500, (path, worst)


TAGS = ("<script>alert", "<img src=x", "<svg/onload", "<iframe srcdoc", "<a href=java")
SHORT = [worst for worst in WORST if len(worst) < 60]


def shown(page: str, words: list[str]) -> list[str]:
    """Those of them that are not on the page as they were written."""
    text = " ".join(html.unescape(page).split())
    assert not [tag for tag in TAGS if tag in page]
    return [each for each in words if " ".join(each.split()) not in text]


@pytest.mark.slow
@pytest.mark.django_db
def test_wherever_else_people_write_it_is_shown_as_it_was_written(
    duel: Position, anna: User, ben: User
) -> None:
    """Names of the player's own circles, tokens and presets, notes, plans, reports, reasons."""
    browser, game = Client(), f"/games/{duel.game.pk}/"
    browser.force_login(anna)
    for one, other in ((anna, ben), (ben, anna)):
        friendship.befriend(one, other)
    for worst in ["NUL \0 in it", *SHORT]:
        browser.post("/friends/circles/", {"name": worst, "member": "ben"})
        browser.post("/accounts/tokens/", {"name": worst, "scope": "read"})
    told = " ".join(SHORT)[:900]
    plan = told[:400]
    notebook.write(duel.game.pk, anna.pk, note=told, plan=plan)
    circles = browser.get("/friends/").content.decode()
    assert not shown(circles, list(anna.circles.values_list("name", flat=True)))
    assert anna.circles.count() == 20, "as many as anybody may have"
    names = list(anna.api_tokens.values_list("name", flat=True))
    assert len(names) == tokens.MAX_OWN
    assert not shown(browser.get("/accounts/tokens/").content.decode(), names)
    assert not shown(browser.get(game).content.decode(), [plan, told])


@pytest.mark.django_db
def test_moderators_and_their_words_are_safe_from_them_too(anna: User, ben: User) -> None:
    mo, told = person("mo", is_staff=True, is_superuser=True), " ".join(SHORT)[:450]
    report = reports.submit_report("player", anna.pk, ben.pk, "name", told)
    desk = Client()
    desk.force_login(mo)
    assert not shown(
        desk.get(reverse("admin:case", args=[report.case_id])).content.decode(), [told]
    )
    act = {"act": "warn", "reason": told}
    page = f"/admin/games/case/person/{anna.pk}/"
    assert desk.post(page, act).status_code == 302
    assert not shown(desk.get(page).content.decode(), [told])
    browser = Client()
    browser.force_login(anna)
    planning.plan_due()
    assert not shown(browser.get("/notifications/").content.decode(), [])


@pytest.mark.django_db
def test_a_nul_in_any_form_is_no_fault(duel: Position, anna: User, ben: User) -> None:
    """PostgreSQL keeps none: each form leaves it out or refuses it."""
    nul, game = "a\0b", f"/games/{duel.game.pk}"
    waiting = open_games.create(anna.pk, "lanterns", 2).game.pk
    browser, staff = Client(raise_request_exception=False), Client(raise_request_exception=False)
    browser.force_login(anna)
    staff.force_login(person("mo", is_staff=True, is_superuser=True))
    forms = {
        "/accounts/login/": ("login", "password", "next"),
        "/accounts/signup/": ("username", "email", "password1"),
        "/accounts/password/reset/": ("email",),
        "/accounts/profile/": ("language", "time_zone"),
        "/accounts/tokens/": ("name", "scope"),
        "/accounts/email/": ("email", "action_add", "action_send"),
        "/accounts/delete/": ("password", "sure"),
        "/accounts/visibility/": ("show",),
        "/calendar/": ("night_from", "weekdays"),
        "/calendar/vacations/": ("since", "until"),
        "/friends/add/": ("name",),
        "/lobby/quick/": ("type", "pace", "rated"),
        "/games/types/lanterns/new/": ("players", "invite", "clock", "visibility"),
        f"/games/{waiting}/invite/": ("names",),
        f"/games/{waiting}/join/": ("key",),
        f"{game}/chat/": ("text",),
        f"{game}/notes/": ("note", "plan"),
        f"{game}/choose/": ("choice", "version", "key"),
        f"{game}/votes/": ("kind", "words"),
        "/players/ben/friend/act/": ("back",),
        "/i18n/setlang/": ("language", "next"),
        "/notifications/webhooks/": ("webhook-url", "webhook-form", "webhook-game"),
        "/notifications/push/add/": ("endpoint", "p256dh", "auth"),
        reverse("report", args=["player", ben.pk]): ("reason", "words"),
    }
    wrong = []
    for path, fields in forms.items():
        for client in (browser, Client(raise_request_exception=False)):
            answer = client.post(path, dict.fromkeys(fields, nul))
            assert answer.status_code != 404, path
            wrong += [path] if answer.status_code >= 500 else []
    act = {"act": "note", "text": nul, "reason": nul, "name": nul}
    desk = f"/admin/games/case/person/{anna.pk}/"
    for name in ("note", "warn", "rename", "mute"):
        wrong += [name] if staff.post(desk, {**act, "act": name}).status_code >= 500 else []
    for page in ("games/case", "games/game", "accounts/user", "accounts/act"):
        wrong += [page] if staff.get(f"/admin/{page}/", {"q": nul}).status_code >= 500 else []
    assert not wrong
