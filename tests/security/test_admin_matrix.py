"""Who of the staff may do what in the admin: every model's pages, and every act of moderators.

A new model or act needs a row. What nobody of the staff may do, an outsider may not either: all of
it is behind the admin's own door, which ``test_matrix.py`` tries.
"""

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse

from accounts.models import Act, Sanction, User
from games.lobby import open_games
from games.models import Case, Game
from games.moderation import case_page, person_page, roles, table_page
from tests.people import person

STAFF = ("Moderators", "Game type maintainers", "Administrators", "superuser")
M, T, A, S = ["moderator", "maintainer", "administrator", "superuser"]
#: By model: the roles that may see its rows. Nobody may create rows except as in ``MADE``.
SEEN = {
    "accounts.act": f"{M} {A} {S}",
    "accounts.apitoken": f"{A} {S}",
    "accounts.formername": f"{M} {A} {S}",
    "accounts.sanction": f"{M} {A} {S}",
    "accounts.user": f"{A} {S}",
    "auth.group": f"{A} {S}",
    "account.emailaddress": S,
    "mfa.authenticator": S,
    "usersessions.usersession": S,
    "boardgames.trouble": f"{T} {A} {S}",
    "community.club": f"{M} {A} {S}",
    "community.clubmessage": f"{M} {A} {S}",
    "games.study": f"{M} {A} {S}",
    "games.studycomment": f"{M} {A} {S}",
    "community.news": f"{A} {S}",
    "games.chatmessage": f"{M} {A} {S}",
    "games.game": f"{M} {T} {A} {S}",
    "games.incident": f"{M} {T} {A} {S}",
    "games.instruction": f"{A} {S}",
    "games.move": f"{M} {T} {A} {S}",
    "games.packedgame": f"{M} {T} {A} {S}",
    "games.case": f"{M} {A} {S}",
    "games.package": f"{A} {S}",
    "games.readyreason": f"{A} {S}",
    "games.releaserequest": f"{A} {S}",
    "games.trial": f"{A} {S}",
    "games.tenure": f"{M} {T} {A} {S}",
    "games.vote": f"{M} {T} {A} {S}",
    "notifications.announcement": f"{A} {S}",
    "notifications.delivery": f"{A} {S}",
    "notifications.notification": f"{A} {S}",
}
MADE = {
    "auth.group": S,
    "accounts.user": S,
    "community.news": f"{A} {S}",
    "games.package": f"{A} {S}",
    "games.readyreason": f"{A} {S}",
    "account.emailaddress": S,
    "mfa.authenticator": S,
    "usersessions.usersession": S,
}
#: Acts by page; those of ``MEND`` are the maintainers', too, and all others are not.
TABLE = (
    *("notice", "say", "unname", "pause", "resume", "time", "deadline", "bot", "return"),
    *("replace", "forfeit", "swap", "mend", "rollback", "end", "rated", "unrated", "cancel"),
)
OF_MAINTAINERS = {"mend", "rollback"}
#: What stays open to people who are party to it, whatever their role: acts that decide nothing.
OF_PARTIES = {"note"}
PERSON = ("note", "warn", "mute", "suspend", "ban", "lift", "rename", "clear_words")
CASE = ("all", "remove", "own", "nothing", "aside", "back")


@pytest.fixture
def staff(db: None) -> dict[str, Client]:
    roles.install()
    clients = {}
    for name, group in zip((M, T, A, S), STAFF, strict=True):
        user = person(name, is_staff=True, is_superuser=name == S)
        if name != S:
            user.groups.set([Group.objects.get(name=group)])
        clients[name] = Client()
        clients[name].force_login(user)
    return clients


def who(staff: dict[str, Client], path: str) -> str:
    """Those who are not sent away."""
    statuses = {name: client.get(path).status_code for name, client in staff.items()}
    assert set(statuses.values()) <= {200, 302, 403, 404}, (path, statuses)
    return " ".join(name for name, status in statuses.items() if status in (200, 302))


@pytest.mark.slow
def test_rows_are_seen_and_made_by_those_who_the_table_says(staff: dict[str, Client]) -> None:
    found = {model._meta.label_lower: model for model in admin.site._registry}
    assert set(found) == set(SEEN), "each model has a row"
    for label in found:
        path = f"/admin/{label.replace('.', '/')}/"
        assert who(staff, path) == SEEN[label], path
        assert who(staff, f"{path}add/") == MADE.get(label, ""), path


def test_nobody_changes_what_has_happened(
    staff: dict[str, Client], lanterns: None, anna: User, ben: User
) -> None:
    """Not even a superuser: games, moves, the audit log."""
    game = open_games.create(anna.pk, "lanterns", 2).game
    open_games.join_game(game.pk, ben.pk)
    staff[M].post(f"/admin/games/game/{game.pk}/moderate/", {"act": "pause", "reason": "To see"})
    for model in admin.site._registry:
        label = model._meta.label_lower
        if label not in ("games.game", "games.move", "games.incident", "accounts.act"):
            continue
        row = model._default_manager.first()
        assert row is not None, label
        path = f"/admin/{label.replace('.', '/')}/{row.pk}/"
        for client in staff.values():
            assert client.get(f"{path}delete/").status_code == 403
            assert client.post(f"{path}change/", {"x": "y"}).status_code == 403


@pytest.mark.slow
def test_acts_are_open_to_those_who_the_table_says(
    staff: dict[str, Client], lanterns: None, anna: User, ben: User
) -> None:
    game = open_games.create(anna.pk, "lanterns", 2).game
    open_games.join_game(game.pk, ben.pk)
    assert tuple(table_page._acts(game.pk, 0)) == TABLE
    assert tuple(person_page.acts(ben.pk, 0)) == PERSON
    pages = {
        f"/admin/games/game/{game.pk}/moderate/": TABLE,
        reverse("admin:person-desk", args=[ben.pk]): PERSON,
    }
    for path, acts in pages.items():
        for act in acts:
            mends = path.endswith("moderate/") and act in OF_MAINTAINERS
            wanted = f"{M} {T} {A} {S}" if mends else f"{M} {A} {S}"
            assert who(staff, f"{path}?act={act}") == wanted, (path, act)
            sent = staff[T].post(path, {"act": act, "reason": "x", "text": "x", "days": 1})
            assert sent.status_code == (422 if mends else 403), (path, act)
    assert Game.objects.get(pk=game.pk).paused_at is None
    assert not Sanction.objects.exists()


@pytest.mark.slow
@pytest.mark.parametrize("role", [M, T, A, S])
def test_somebody_who_is_party_to_it_acts_neither_at_the_table_nor_on_the_others_there(
    role: str, staff: dict[str, Client], lanterns: None, ben: User
) -> None:
    game = open_games.create(ben.pk, "lanterns", 2).game
    open_games.join_game(game.pk, User.objects.get(username=role).pk)
    pages = {
        f"/admin/games/game/{game.pk}/moderate/": TABLE,
        reverse("admin:person-desk", args=[ben.pk]): PERSON,
    }
    for path, acts in pages.items():
        for act in acts:
            page, left = f"{path}?act={act}", act in OF_PARTIES and role != T
            assert staff[role].get(page).status_code == (200 if left else 403), (path, act)
            form = {"act": act, "reason": "x", "days": 1, "sure": "on"}
            assert staff[role].post(path, form).status_code == (422 if left else 403), (path, act)
    if role != T:
        shown = staff[role].get(path).content.decode()
        assert "Let another moderator decide" in shown
        assert "?act=note" in shown
        assert "?act=ban" not in shown
    assert staff[role].get(f"/admin/games/game/{game.pk}/look/0/").status_code == 403
    assert not Act.objects.exists()


@pytest.mark.slow
def test_cases_are_open_to_those_who_the_table_says(
    staff: dict[str, Client], lanterns: None, ben: User
) -> None:
    case = Case.objects.create(key=f"player/{ben.pk}", about="player", person=ben)
    assert tuple(case_page._DOES) == CASE
    pages = [
        reverse("admin:cases"),
        reverse("admin:case", args=[case.pk]),
        reverse("admin:case-next", args=[case.pk]),
        reverse("admin:case-by-hand", args=["player", ben.pk]),
    ]
    for page in pages:
        assert who(staff, page) == f"{M} {A} {S}", page
        for do in CASE:
            assert staff[T].post(page, {"do": do, "words": "x"}).status_code == 403, (page, do)
    assert Case.objects.get().state == "open"
    assert not Sanction.objects.exists()


@pytest.mark.slow
@pytest.mark.parametrize("role", [M, A, S])
def test_somebody_who_is_party_to_a_case_decides_nothing_of_it(
    role: str, staff: dict[str, Client], lanterns: None, anna: User, ben: User
) -> None:
    game = open_games.create(ben.pk, "lanterns", 2).game
    me = User.objects.get(username=role)
    open_games.join_game(game.pk, me.pk)
    case = Case.objects.create(key=f"player/{ben.pk}", about="player", person=ben)
    about_me = Case.objects.create(key=f"player/{me.pk}", about="player", person=me)
    listed = staff[role].get(reverse("admin:cases")).content.decode()
    for each, status, refused in ((case, 200, 409), (about_me, 404, 404)):
        page = reverse("admin:case", args=[each.pk])
        assert page not in listed
        assert staff[role].get(page).status_code == status
        for do in CASE:
            form = {"do": do, "words": "x", "also": "ban", "sure": "on"}
            assert staff[role].post(page, form).status_code == refused, (page, do)
    assert set(Case.objects.values_list("state", flat=True)) == {"open"}
    assert not Act.objects.exists()
