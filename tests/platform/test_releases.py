"""One release follows another while people play: pages, files and tables of both get along."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import connection, models
from django.db.migrations import Migration
from django.db.migrations import operations as ops
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.http import HttpResponse
from django.test import Client, RequestFactory
from playwright.sync_api import expect

from accounts.models import User
from boardgames.supervisor.home import CHECKOUT
from boardgames.web import release
from boardgames.web.static_files import StaticFiles
from games.lobby import open_games
from games.models import Game, Seat
from games.rules.engine import VERSION
from tests.browser import People
from tests.games.playing import answer
from tests.platform.migrations import wrong


@pytest.mark.django_db
def test_a_release_has_one_number_wherever_it_is_told(client: Client) -> None:
    """To be raised in all of these places together."""
    released = settings.RELEASED
    changes = (CHECKOUT / "CHANGELOG.md").read_text()
    assert re.findall(r"^## (\d+\.\d+\.\d+)", changes, re.MULTILINE)[0] == released
    assert released == VERSION
    assert f"ARG VERSION={released}\n" in (CHECKOUT / "Dockerfile").read_text()
    assert f"${{VERSION:-{released}}}" in (CHECKOUT / "compose.yaml").read_text()
    assert client.get("/api/v1/openapi.json").json()["info"]["version"] == released
    assert client.get("/readyz").json()["version"] == released


def test_a_release_is_known_by_its_files(tmp_path: Path) -> None:
    assert release.name_release(tmp_path) == ""
    manifest = tmp_path / "staticfiles.json"
    manifest.write_text(json.dumps({"paths": {"a.js": "a.1.js"}}))
    first = release.name_release(tmp_path)
    manifest.write_text(json.dumps({"paths": {"a.js": "a.2.js"}}))
    assert "" != first != release.name_release(tmp_path)


def test_files_of_the_next_release_are_found_while_this_one_runs(
    tmp_path: Path, settings: Any
) -> None:
    settings.STATIC_ROOT, settings.WHITENOISE_USE_FINDERS = tmp_path / "static", False
    settings.STATIC_ROOT.mkdir()
    (settings.STATIC_ROOT / "a.0123456789ab.js").write_text("old")
    served = StaticFiles(lambda request: HttpResponse(status=404))

    def ask(path: str) -> int:
        return served(RequestFactory().get(path)).status_code

    assert ask("/static/a.0123456789ab.js") == 200
    assert ask("/static/a.ba9876543210.js") == 404
    (settings.STATIC_ROOT / "a.ba9876543210.js").write_text("new")
    (tmp_path / "secret.ba9876543210.js").write_text("elsewhere")
    assert ask("/static/a.ba9876543210.js") == 200
    assert ask("/static/../secret.ba9876543210.js") == 404
    assert ask("/static//etc/x.ba9876543210.js") == 404


@pytest.mark.browser
@pytest.mark.slow
def test_a_page_of_another_release_is_loaded_anew_once(
    people: People, site: str, anna: User, ben: User
) -> None:
    game = open_games.create(anna.pk, "imhotep", 2).game
    open_games.join_game(game.pk, ben.pk)
    page = people.page()
    page.goto(f"/games/{game.pk}/")
    expect(page.locator("html")).to_have_attribute("data-live", "yes")
    now = page.evaluate("document.querySelector('[data-table]').dataset.release")
    assert now == settings.RELEASE

    table = page.locator("[data-table]")

    def others_move() -> None:
        """While the page believes that it is of another release."""
        page.evaluate("document.querySelector('[data-table]').dataset.release = 'older'")
        page.evaluate("window.stayed = true")
        for seat in Seat.objects.filter(game=game, to_move=True):
            answer(game.pk, seat.index)
        expect(table).to_have_attribute("data-version", str(Game.objects.get().version))

    others_move()
    expect(table).to_have_attribute("data-release", now)
    expect(page.locator("html")).to_have_attribute("data-live", "yes")
    assert not page.evaluate("window.stayed")
    others_move()
    assert page.evaluate("window.stayed")


# --- Migrations run while the release before serves people: its tables may not be locked for long.

OURS = {"accounts", "boardgames", "community", "games", "notifications"}


def test_migrations_let_the_release_before_go_on() -> None:
    loader = MigrationLoader(None)
    state, looked = ProjectState(real_apps=loader.unmigrated_apps), set()
    for key in dict.fromkeys(
        key for leaf in loader.graph.leaf_nodes() for key in loader.graph.forwards_plan(leaf)
    ):
        app, name = key
        found = list(wrong(loader.disk_migrations[key], state))
        if app in OURS:
            assert found == [], f"{app} {name}"
            looked.add(app)
    assert looked == OURS


def look(*operations: Operation) -> list[str]:
    """What is wrong with these, on top of all migrations."""
    loader = MigrationLoader(None)
    next_one = type("Next", (Migration,), {"operations": list(operations)})
    return list(wrong(next_one("9999_next", "games"), loader.project_state()))


INDEX = models.Index(fields=["moved_at"], name="game_moved")
MOVED = models.CheckConstraint(condition=models.Q(number__gte=0), name="game_number")


@pytest.mark.parametrize(
    ("operation", "words"),
    [
        (ops.AddIndex("game", INDEX), "AddIndexConcurrently"),
        (ops.RemoveIndex("game", "game_status"), "RemoveIndexConcurrently"),
        (ops.RunSQL("CREATE UNIQUE INDEX a ON games_game (id)"), "CONCURRENTLY"),
        (ops.AddConstraint("game", MOVED), "NotValid"),
        (ops.AddField("game", "more", models.IntegerField(default=0)), "db_default"),
        (ops.AddField("game", "more", models.IntegerField(null=True, db_index=True)), "apart"),
        (ops.AlterField("game", "number", models.BigIntegerField(default=0)), "another type"),
        (ops.AlterField("game", "moved_at", models.DateTimeField()), "NOT NULL"),
        (ops.AlterField("game", "number", models.PositiveIntegerField(db_index=True)), "apart"),
        (ops.RemoveField("game", "number"), "release before"),
        (ops.RenameField("vote", "kind", "sort"), "release before"),
        (ops.DeleteModel("Vote"), "release before"),
        (ops.RenameModel("Vote", "Poll"), "keep db_table"),
        (ops.RenameModel("Package", "Plugin"), "keep db_table"),
        (ops.AlterModelTable("Vote", "games_poll"), "keep db_table"),
    ],
)
def test_a_migration_that_locks_or_takes_away_is_found(operation: Operation, words: str) -> None:
    [said] = look(operation)
    assert words in said


def test_what_is_quick_and_compatible_is_let_through() -> None:
    """On a table that is made with it everything is."""
    new = ops.CreateModel("Fresh", [("id", models.BigAutoField(primary_key=True))])
    index = models.Index(fields=["id"], name="fresh_id")
    more = models.IntegerField(db_default=0, default=0)
    longer = models.CharField(max_length=99, default="open")
    assert (
        look(
            new,
            ops.AddIndex("fresh", index),
            ops.AddField("game", "more", more),
            ops.AlterField("game", "status", longer),
            AddIndexConcurrently("game", INDEX),
        )
        == []
    )


def test_a_model_may_be_renamed_if_its_table_keeps_its_name() -> None:
    kept = ops.AlterModelTable("Vote", "games_vote")
    assert look(kept, ops.RenameModel("Vote", "Poll")) == []


@pytest.mark.django_db
@pytest.mark.parametrize("backwards", [False, True])
def test_the_models_of_tournaments_are_renamed_without_a_change_of_the_database(
    backwards: bool,
) -> None:
    loader = MigrationLoader(connection)
    migration = loader.disk_migrations["games", "0004_names_of_tournament_models"]
    statements = loader.collect_sql([(migration, backwards)])
    assert statements
    assert [line for line in statements if line and not line.startswith("--")] == []
