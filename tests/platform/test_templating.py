"""Our templating classes give, letter by letter, what plain Jinja gives, and follow a template that
is being written."""

from __future__ import annotations

import gc
import os
import random
import re
import subprocess
import sys
import tracemalloc
from collections.abc import Iterable, Mapping
from itertools import zip_longest
from pathlib import Path

import pytest
from django.core.cache import cache
from django.template import engines
from django.test import Client
from jinja2 import DictLoader, Environment, FileSystemLoader, nodes

from accounts.models import User
from boardgames.redis import best_effort
from boardgames.web import jinja2
from games import game_cache
from games.lobby import open_games
from games.pages.drawing import rendering
from games.pages.table.view.content import Content
from games.rules.registry import OWN
from tests.games.playing import answer, asked
from tests.games.times import Times

#: What is another at each request.
_OF_NOW = re.compile(
    r'(?<=name="csrfmiddlewaretoken" value=)"\w+"|data-(?:token|now)="\w+"|<time[^>]*>[^<]*'
)
LANGUAGES = ("en", "de")
PAGES = ["/", "/games/", "/lobby/", "/my/", "/friends/", "/players/ben/", "/calendar/", "/kit/",
         "/accounts/login/", "/accounts/signup/", "/accounts/profile/", "/accounts/email/",
         "/accounts/sessions/", "/accounts/tokens/", "/accounts/2fa/", "/accounts/visibility/",
         "/accounts/password/change/", "/notifications/", "/notifications/settings/",
         "/notifications/webhooks/", "/games/types/imhotep/", "/games/types/bali/new/",
         "/games/types/bomarzo/leaderboard/", "/games/types/bora_bora/statistics/", "/api/",
         "/offline/", "/nowhere/"]  # fmt: skip


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> Environment:
    """Jinja's own environment, furnished as ours is."""
    ours = rendering.jinja()
    with monkeypatch.context() as patch:
        patch.setattr(jinja2, "_Environment", Environment)
        environment = jinja2.environment(loader=ours.loader, undefined=ours.undefined)
    assert type(environment) is Environment
    return environment


def seen(users: Iterable[User | None], language: str, addresses: Iterable[str]) -> dict[str, str]:
    """Each page as each of them is sent it."""
    game_cache.cache.forget()
    rendering._fixed.cache_clear()
    cache.clear()
    found = {}
    for user in users:
        client = Client(headers={"accept-language": language})
        if user is not None:
            User.objects.filter(pk=user.pk).update(language=language)
            client.force_login(user)
        for address in addresses:
            sent = client.get(address).content.decode()
            found[f"{user} {language} {address}"] = _OF_NOW.sub("", sent)
    return found


def by_plain_jinja(
    plain: Environment, users: Iterable[User | None], language: str, addresses: Iterable[str]
) -> dict[str, str]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engines["jinja2"], "env", plain)
        patch.setattr(Content, "_game", None)  # what is kept is drawn by ours alone
        return seen(users, language, addresses)


def differences(ours: Mapping[str, str], plain: Mapping[str, str]) -> list[str]:
    """The lines that are others."""
    return [
        f"{name}: {mine!r} instead of {its!r}"
        for name, html in ours.items()
        for mine, its in zip_longest(html.splitlines(), plain[name].splitlines())
        if mine != its
    ]


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_what_plain_jinja_makes_of_it(
    language: str, plain: Environment, anna: User, ben: User, times: Times
) -> None:
    """Of somebody who waits for others at one table, and plays at another; in one moment, which
    some pages show."""
    room, table = (open_games.create(anna.pk, slug, 2).game.pk for slug in ("bali", "imhotep"))
    open_games.join_game(table, ben.pk)
    pages = [*PAGES, f"/games/{room}/", f"/games/{table}/"]
    ours = seen([anna, None], language, pages)
    assert sum("<main" in page for page in ours.values()) > len(pages)
    assert differences(ours, by_plain_jinja(plain, [anna, None], language, pages)) == []


@pytest.mark.slow
@pytest.mark.parametrize("slug", OWN)
def test_every_board_is_what_plain_jinja_makes_of_it(
    slug: str, plain: Environment, anna: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the start, and at some positions of a random game; for players and spectators."""
    monkeypatch.setattr(best_effort, "publish", lambda *messages: True)
    rng, game_id = random.Random(3), open_games.create(anna.pk, slug, 2).game.pk
    open_games.join_game(game_id, ben.pk)
    table = f"/games/{game_id}/"
    for moves in range(41):
        if moves % 20 == 0:
            pages = [table, f"{table}?at={moves // 2}", f"{table}log/"]
            for language in LANGUAGES:
                ours = seen([anna, ben, None], language, pages)
                assert all(
                    "data-target" in page for name, page in ours.items() if "log" not in name
                )
                drawn = by_plain_jinja(plain, [anna, ben, None], language, pages)
                assert differences(ours, drawn) == []
        answer(game_id, asked(game_id)[0], rng.choice)


def test_a_template_that_is_being_written_is_read_again(tmp_path: Path) -> None:
    environment = jinja2.environment(loader=FileSystemLoader(tmp_path), auto_reload=True)
    for second, (said, name) in enumerate([("1", "one"), ("2", "two")]):
        (tmp_path / "part.html").write_text(f"{{% macro part() %}}{said}{{% endmacro %}}")
        source = f'{{% from "part.html" import part %}}{name} {{{{ part() }}}}'
        (tmp_path / "page.html").write_text(source)
        for file in tmp_path.iterdir():
            os.utime(file, (second, second))
        assert environment.get_template("page.html").render() == f"{name} {said}"


def test_development_draws_by_the_same_classes(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = rendering.jinja()
    monkeypatch.setattr("django.conf.settings.DEBUG", True)
    written = jinja2.environment(loader=ours.loader, auto_reload=True)
    assert type(written) is type(ours)
    assert written.template_class is ours.template_class


@pytest.mark.slow
def test_what_macros_gave_takes_no_more_than_its_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jinja2, "MOST", 100_000)
    parts = "{% macro part(name) %}{{ name * 10 }}{% endmacro %}"
    page = '{% from "part.html" import part %}{{ part(name) }}'
    loader = DictLoader({"part.html": parts, "page.html": page})
    template = jinja2.environment(loader=loader).get_template("page.html")
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        for number in range(3000):
            assert template.render(name=f"piece-{number}") == f"piece-{number}" * 10
        gc.collect()
        assert tracemalloc.get_traced_memory()[0] - before < 200_000
    finally:
        tracemalloc.stop()


def test_a_process_goes_on_with_the_templates_of_its_own_release(tmp_path: Path) -> None:
    """Also with those that nobody has asked for before another release is laid over it."""
    (tmp_path / "page.html").write_text('{% include "part.html" %} of the old')
    (tmp_path / "part.html").write_text("all")
    environment = jinja2.environment(loader=FileSystemLoader(tmp_path), auto_reload=False)
    (tmp_path / "page.html").write_text("{{ what_only_the_new_gives.name }}")
    (tmp_path / "part.html").unlink()
    assert environment.get_template("page.html").render() == "all of the old"
    assert environment.get_template("page.html").filename == str(tmp_path / "page.html")


@pytest.mark.slow
def test_what_a_process_reads_at_need_it_has_read_at_its_start() -> None:
    """After that no template and no catalogue of ours is opened, whatever is shown."""
    looked = subprocess.run([sys.executable, "-c", _OPENED], capture_output=True, text=True)
    assert looked.returncode == 0, looked.stderr
    assert looked.stdout.splitlines() == ["Anmelden", "[]"]


#: Shows pages of ours and of the admin in German, and prints which files of ours that opened.
_OPENED = """
import os, sys
from pathlib import Path
import boardgames.wsgi
from django.conf import settings
from django.template.loader import get_template
from django.utils import translation
opened = []
def note(event, given):
    name = str(given[0]) if event == "open" else ""
    ours = name.startswith(str(settings.BASE_DIR)) and "/.venv/" not in name
    if ours and name.endswith((".html", ".txt", ".mo")):
        opened.append(name)
sys.addaudithook(note)
with translation.override("de"):
    print(translation.gettext("Sign in"))
    from django.template import engines
    for name in engines["jinja2"].env.list_templates()[:20]:
        get_template(name, using="jinja2")
    get_template("admin/cases.html", using="django")
    get_template("admin/base_site.html", using="django")
print(opened)
"""


def _macros(environment: Environment, template: nodes.Template) -> set[str]:
    """The names of macros that a template imports or has, unless a name is bound otherwise, too."""
    found = {macro.name for macro in template.find_all(nodes.Macro)}
    for imported in template.find_all(nodes.FromImport):
        assert isinstance(imported.template, nodes.Const)
        there = {
            each.name
            for each in _parsed(environment, imported.template.value).find_all(nodes.Macro)
        }
        for each in imported.names:
            name, known_as = each if isinstance(each, tuple) else (each, each)
            found |= {known_as} if name in there else set()
    return found - {each.name for each in template.find_all(nodes.Name) if each.ctx != "load"}


def _parsed(environment: Environment, name: str) -> nodes.Template:
    assert environment.loader is not None
    return environment.parse(environment.loader.get_source(environment, name)[0])


def test_a_macro_is_only_called_and_hides_nothing_of_the_context(plain: Environment) -> None:
    wrong = []
    for name in plain.list_templates(extensions=["html"]):
        template = _parsed(plain, name)
        macros = _macros(plain, template)
        called = {id(call.node) for call in template.find_all(nodes.Call)}
        wrong += [
            f"{name}:{each.lineno} {each.name}"
            for each in template.find_all(nodes.Name)
            if each.name in macros and id(each) not in called
        ]
    assert wrong == []
