"""Moderators come to a case from where it happens, and no link of the admin leads to a wall."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import urljoin, urlsplit

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from games.live import chat
from games.models import Case, ChatMessage
from games.moderation import cases, people, reports
from tests.games.tables import table

pytestmark = pytest.mark.usefixtures("ready")


@pytest.fixture
def game(anna: User, ben: User) -> int:
    return table(anna, ben)


@pytest.fixture
def insult(game: int, ben: User) -> int:
    return chat.post(game, ben.pk, "You are stupid").pk


def links(client: Client, path: str) -> set[str]:
    content = client.get(path, follow=True).content.decode()
    return {unescape(each) for each in re.findall(r'href="([^"]*)"', content)}


def test_beside_a_message_moderators_hide_and_moderate_where_others_report(
    client: Client, mo: User, cleo: User, game: int, insult: int
) -> None:
    case, report = f"/admin/games/case/about/message/{insult}/", f"/report/message/{insult}/"
    client.force_login(cleo)
    assert {case, report} & links(client, f"/games/{game}/") == {report}
    client.force_login(mo)
    shown = links(client, f"/games/{game}/")
    assert {case, report} & shown == {case}
    assert f"{case}?also=#decide" in shown
    assert f"/admin/games/game/{game}/moderate/" in shown


def test_at_his_own_table_a_moderator_reports_as_others_do(
    at_desk: Client, mo: User, anna: User
) -> None:
    mine = table(mo, anna)
    said = chat.post(mine, anna.pk, "Snail").pk
    shown = links(at_desk, f"/games/{mine}/")
    assert f"/report/message/{said}/" in shown
    assert not any(each.startswith("/admin/games/") and "case/about" in each for each in shown)


def test_what_nobody_has_reported_is_decided_from_the_table(
    at_desk: Client, game: int, insult: int, ben: User
) -> None:
    page = f"/admin/games/case/about/message/{insult}/"
    assert b"You are stupid" in at_desk.get(page).content
    assert not Case.objects.exists()
    answer = at_desk.post(f"{page}?also=", {"do": "all", "also": "", "words": "No insults"})
    assert answer["Location"] == f"/games/{game}/"
    assert ChatMessage.objects.get(pk=insult).hidden_at
    assert Case.objects.get().state == "acted"
    assert not ben.sanctions.exists()


def test_on_a_profile_moderators_see_the_ways_to_its_owner(
    client: Client, mo: User, cleo: User, ben: User
) -> None:
    ways = {
        f"/admin/games/case/about/name/{ben.pk}/?also=#decide",
        f"/admin/games/case/about/player/{ben.pk}/",
        f"/admin/games/case/person/{ben.pk}/",
    }
    client.force_login(cleo)
    assert not ways & links(client, "/players/ben/")
    client.force_login(mo)
    assert ways <= links(client, "/players/ben/")
    assert client.get(f"/admin/games/case/about/player/{mo.pk}/").status_code == 404
    assert client.get("/admin/games/case/about/planet/1/").status_code == 404


def test_the_menu_leads_those_there_who_may(
    client: Client, mo: User, maya: User, anna: User
) -> None:
    for user, way in ((mo, "/admin/games/case/"), (maya, "/admin/"), (anna, "")):
        client.force_login(user)
        page = client.get("/lobby/").content.decode()
        found = re.search(r'href="(/admin/[^"]*)"[^>]*>.*?Moderation', page)
        assert (found.group(1) if found else "") == way, user


@pytest.mark.slow
@pytest.mark.parametrize("role", ["mo", "maya", "ada"])
def test_no_link_of_the_admin_leads_to_a_wall_or_nowhere(
    role: str, request: pytest.FixtureRequest, client: Client, game: int, insult: int,
    anna: User, ben: User, cleo: User,
) -> None:  # fmt: skip
    """Each kind of page once, with all that stands on it; of lists every filter and every order,
    alone and with each other one."""
    user = request.getfixturevalue(role)
    other = request.getfixturevalue("mo" if role != "mo" else "ada")
    reports.submit_report("message", insult, anna.pk, "insult", "Again")
    reports.submit_report("player", ben.pk, cleo.pk, "name", "")
    reports.submit_report("game", game, cleo.pk, "broken", "")
    done = reports.submit_report("player", cleo.pk, anna.pk, "stalling", "").case
    assert done is not None
    cases.decide(done.pk, other.pk, cases.usual(done))
    people.mute(ben.pk, other.pk, 3, "Because")
    client.force_login(user)
    seen, todo, walls = set(), [("/admin/", "")], []
    while todo:
        path, whence = todo.pop()
        parts = urlsplit(path)
        kind = re.sub(r"\d+", "N", parts.path), re.sub(r"=[^&]*", "", parts.query)
        is_of_three = parts.query.count("&") > 1
        if kind in seen or is_of_three or parts.path.startswith(("/static/", "/admin/logout/")):
            continue
        seen.add(kind)
        cache.clear()  # no limit of calls is what is tried here
        answer = client.get(path, follow=True)
        if answer.status_code != 200:
            walls.append((answer.status_code, path, whence))
        if not parts.path.startswith("/admin/") or "html" not in answer["Content-Type"]:
            continue
        for link in re.findall(r'<a[^>]*?href="([^"#]+)', answer.content.decode()):
            target = urljoin(path, unescape(link))
            if not urlsplit(target).netloc:
                todo.append((target, path))
    assert not walls
    assert len(seen) > 20
