"""The import-linter contracts are kept, and each floor's would break with one wrong import."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("boardgames", "accounts", "community", "games", "notifications")
#: A module of each floor, and one of a floor above it that it must not import.
UPWARDS = {
    "games.messages.about": "games.admin",
    "games.api.answers": "games.messages.about",
    "games.pages.lists.rows": "games.pages.people.charts",
    "games.pages.table.story": "games.pages.lists.rows",
    "games.pages.drawing.regions": "games.pages.table.story",
    "games.pages.choices": "games.pages.drawing.regions",
    "games.pages.inputs": "games.pages.choices",
    "games.upkeep.faults": "games.pages.inputs",
    "games.moderation.interest": "games.upkeep.faults",
    "games.pages.people.statistics": "games.pages.upkeep.views",
    "games.live.chat": "games.pages.table.story",
    "games.showing.snapshot": "games.live.chat",
    "games.lessons.practice": "games.showing.snapshot",
    "games.tournaments.kinds.robin": "games.showing.snapshot",
    "games.tournaments.entering": "games.tournaments.running.results",
    "games.tournaments.ladder.absence": "games.tournaments.series.rhythm",
    "games.pages.table.after.growth": "games.pages.table.view.bar",
    "games.pages.table.view.hint": "games.pages.table.act.acting",
    "boardgames.words.dates": "boardgames.web.links",
    "boardgames.celery.due_rows": "boardgames.http.health",
    "boardgames.http.forms": "boardgames.web.links",
    "games.clubs.making": "games.showing.snapshot",
    "games.pages.people.finding": "games.pages.clubs.views",
    "games.lobby.lists": "games.lessons.practice",
    "games.moves.played": "games.lobby.lists",
    "games.notification_events.writing": "games.moves.played",
    "games.clocks.kinds": "games.notification_events",
    "games.stages.stage_visibility": "games.clocks.kinds",
    "games.words.table_package": "games.stages.stage_visibility",
    "games.models.game": "games.words.table_package",
    "games.errors": "games.models",
    "games.pages.waiting": "boardgames.database.rows",
    "games.messages.counting": "boardgames.database.rows",
    "notifications.views": "boardgames.database.arrays",
    "community.finding": "games.notification_events",
    "notifications.rhythm": "community.finding",
    "accounts.views": "accounts.urls",
    "accounts.middleware": "accounts.views",
    "accounts.entering.guests": "accounts.adapter",
    "accounts.people": "accounts.entering.guests",
    "accounts.sessions.tokens": "accounts.people",
    "accounts.calendar.resting": "accounts.sessions.tokens",
    "accounts.company.relationships": "accounts.moderation.audit",
    "accounts.preferences": "accounts.limits.clients",
    "accounts.models": "accounts.preferences",
    "accounts.statements": "accounts.company.relationships",
    "accounts.zones": "accounts.models",
    "accounts.names": "notifications.rhythm",
    "boardgames.database.rows": "accounts.names",
    "boardgames.drawing.raster": "games.words.table_package",
    "boardgames.http.health": "notifications.rhythm",
    "boardgames.redis.best_effort": "games.errors",
    "boardgames.supervisor.address": "accounts.names",
    "games.rules.registry": "games.errors",
    "games.rules.engine.state": "games.rules.registry",
    "games.rules.bali.state": "games.rules.imhotep.state",
}
#: The rooms whose statements are written by hand (docs/storage.md).
SQL = (
    "accounts/statements.py",
    "games/live/watching.py",
    "games/lobby/listing",
    "games/storage",
    "notifications/statements.py",
)
BY_HAND = re.compile(
    r"\.(cursor|raw)\(|\bRawSQL\b|\bRows\(|\bQuestion\(|(?<!def )\b(quer(y|ies)|answers)\("
    r"|\b(SELECT|INSERT INTO|UPDATE|DELETE FROM) [a-z*{(]"
)


def lint(checkout: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [Path(sys.executable).parent / "lint-imports", "--no-logo", "--no-cache"],
        cwd=checkout,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_one_wrong_import_on_any_floor_breaks_the_contract(tmp_path: Path) -> None:
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for package in PACKAGES:
        ignored = shutil.ignore_patterns("*.po", "*.mo", "__pycache__", "static", "templates")
        shutil.copytree(ROOT / package, tmp_path / package, ignore=ignored)
    for module, wrong in UPWARDS.items():
        file = tmp_path / f"{module.replace('.', '/')}.py"
        file.write_text(f"{file.read_text()}\nimport {wrong}\n")
    told = lint(tmp_path)
    assert told.returncode != 0
    missed = [
        f"{module} -> {wrong}"
        for module, wrong in UPWARDS.items()
        if f"{module} -> {wrong}" not in told.stdout
    ]
    assert not missed


def by_hand(root: Path) -> set[str]:
    """The modules of the apps that have statements written by hand, but for the rooms of these."""
    modules = [
        path
        for app in PACKAGES[1:]
        for path in (root / app).rglob("*.py")
        if {"migrations", "rules"}.isdisjoint(path.relative_to(root).parts)
    ]
    found = {str(path.relative_to(root)) for path in modules if BY_HAND.search(path.read_text())}
    return {path for path in found if not path.startswith(SQL)}


def test_statements_written_by_hand_lie_in_their_rooms() -> None:
    assert by_hand(ROOT) == set()


@pytest.mark.parametrize(
    "line",
    [
        "cursor = connection.cursor()",
        "found = Game.objects.raw(statement)",
        "from django.db.models.expressions import RawSQL",
        "found = query(statement, [1])",
        "_games = Rows(Game)",
        'STATEMENT = f"SELECT id FROM {table}"',
    ],
)
def test_a_statement_written_elsewhere_is_found(tmp_path: Path, line: str) -> None:
    for app in PACKAGES:
        (tmp_path / app / "pages").mkdir(parents=True)
    (tmp_path / "games" / "pages" / "wrong.py").write_text(f"{line}\n")
    (tmp_path / "games" / "storage").mkdir()
    (tmp_path / "games" / "storage" / "right.py").write_text(f"{line}\n")
    assert by_hand(tmp_path) == {"games/pages/wrong.py"}


def test_every_room_of_games_has_its_floor() -> None:
    """A room that the contract forgets could import what it likes."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    floors = next(each for each in contracts["contracts"] if each.get("containers") == ["games"])
    named = {room.strip() for floor in floors["layers"] for room in floor.split("|")}
    rooms = {
        path.stem
        for path in (ROOT / "games").iterdir()
        if (path.suffix == ".py" or (path / "__init__.py").exists()) and path.stem != "__init__"
    }
    assert rooms - named == {"migrations"}
