"""Backups: whole, of one moment, and refused where they would overwrite or are damaged."""

import json
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from django.core.management import call_command
from psycopg import sql

from accounts.models import User
from boardgames.supervisor import archive, backup, loading, reaching
from boardgames.supervisor.errors import CannotStart
from boardgames.supervisor.home import CHECKOUT, Home
from games.models import Game
from games.storage.position import Position
from tests import sites
from tests.games.playing import answer
from tests.platform.server import (
    Server,
    database_url,
    environment_without_servers,
    new_home,
    remove,
    used_home,
)

EMPTY = "restored"


@pytest.fixture
def where(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> str:
    """The test's database, as the service's own."""
    url = sites.variables()["DATABASE_URL"]
    monkeypatch.setenv("DATABASE_URL", url)
    return url


@pytest.fixture
def empty(where: str) -> Iterator[str]:
    """An empty database on the same server."""
    with psycopg.connect(where, autocommit=True) as connection:
        name = sql.Identifier(f"{EMPTY}_{connection.info.dbname}")
        connection.execute(sql.SQL("DROP DATABASE IF EXISTS {}").format(name))
        connection.execute(sql.SQL("CREATE DATABASE {}").format(name))
        yield database_url(where, f"{EMPTY}_{connection.info.dbname}")
        connection.execute(sql.SQL("DROP DATABASE {}").format(name))


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home")


@pytest.fixture
def played(where: str, duel: Position) -> Position:
    for seat in (0, 1):
        answer(duel.game.pk, seat)
    return duel


def write(home: Home) -> Path:
    file = home.folder.with_name("a.backup")
    backup.write(file, home)
    return file


def rows(url: str, query: str) -> list[tuple[object, ...]]:
    with psycopg.connect(url) as connection:
        return connection.execute(query).fetchall()


TRIGGER = "CREATE FUNCTION kept() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'"
MOVES = "SELECT game_id, version, choice::text, delta FROM games_move ORDER BY id"


def test_all_rows_come_back_into_an_empty_database(
    played: Position, where: str, empty: str, home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = rows(where, MOVES)
    assert len(before) > 2
    monkeypatch.setenv("SECRET_KEY", "ours")
    monkeypatch.delenv("VAPID_PRIVATE_KEY", raising=False)
    file = write(home)
    assert file.stat().st_mode & 0o777 == 0o600
    with archive.opened(file) as written:
        assert archive.read_description(written)["types"] == {"lanterns": 1}
        # What is not known is not made up.
        assert json.loads(written.read(archive.SECRETS)) == {"secret_key": "ours"}
        loading.load(written, empty, home)
        assert rows(empty, MOVES) == before
        with pytest.raises(CannotStart, match="holds 2 people"):
            loading.refuse_unless_empty(empty)


def test_a_backup_is_of_one_moment(
    played: Position, home: Home, empty: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A person who signs up during a backup is either in all of it or in none."""
    dump = backup._dump

    def late(*words: object) -> None:
        User.objects.create_user("late")
        dump(*words)  # type: ignore[arg-type]

    monkeypatch.setattr(backup, "_dump", late)
    with archive.opened(write(home)) as written:
        assert archive.read_description(written)["rows"]["accounts_user"] == 2
        loading.load(written, empty, home)
    assert rows(empty, "SELECT count(*) FROM accounts_user") == [(2,)]


@pytest.mark.slow
def test_what_a_first_start_has_made_is_replaced(
    played: Position, where: str, empty: str, home: Home
) -> None:
    with psycopg.connect(where) as connection:
        connection.execute(TRIGGER)
    file = write(home)
    with psycopg.connect(where) as connection:
        connection.execute("DROP FUNCTION kept")
    with psycopg.connect(empty) as connection:
        connection.execute("CREATE TABLE django_migrations (id int)")
        connection.execute("CREATE TABLE accounts_user (of_another_release int)")
        connection.execute(TRIGGER)
    loading.refuse_unless_empty(empty)
    with archive.opened(file) as written:
        loading.load(written, empty, home)
    assert rows(empty, "SELECT count(*) FROM accounts_user") == [(2,)]


@pytest.mark.slow
def test_what_lacks_rows_changes_nothing(played: Position, empty: str, home: Home) -> None:
    file, damaged = write(home), home.folder.with_name("less.backup")
    with zipfile.ZipFile(file) as whole, zipfile.ZipFile(damaged, "w") as less:
        about = whole.read(archive.ABOUT).replace(b'"accounts_user": 2', b'"accounts_user": 3')
        less.writestr(archive.ABOUT, about)
        less.writestr(archive.DUMP, whole.read(archive.DUMP))
    with archive.opened(damaged) as written, pytest.raises(CannotStart, match="is unchanged"):
        loading.load(written, empty, home)
    assert rows(empty, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'") == [(0,)]


def test_refusals_say_why(played: Position, where: str, home: Home, empty: str) -> None:
    file = write(home)
    with pytest.raises(CannotStart, match="already exists"):
        backup.write(file, home)
    with pytest.raises(CannotStart, match="holds 2 people"):
        loading.refuse_unless_empty(where)
    with psycopg.connect(empty) as connection:
        connection.execute("CREATE TABLE other (id int)")
    with pytest.raises(CannotStart, match="other data"):
        loading.refuse_unless_empty(empty)
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)
    with pytest.raises(CannotStart, match="damaged"), archive.opened(file):
        pass
    file.write_bytes(b"no zip")
    with pytest.raises(CannotStart, match="damaged"), archive.opened(file):
        pass


def test_an_empty_folder_and_another_database_are_nothing_to_back_up(
    where: str, empty: str, home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", empty)
    with pytest.raises(CannotStart, match="no data of the service"):
        write(home)
    monkeypatch.delenv("DATABASE_URL")
    with pytest.raises(CannotStart, match="no data in"):
        write(home)
    assert list(home.folder.parent.glob("*.backup*")) == []


def test_a_sample_of_games_is_played_again(
    played: Position, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("replay_games")
    assert "1 of them played again, 3 moves" in capsys.readouterr().out
    other = played.type.new(2, played.game.options, b"another" * 5)
    Game.objects.filter(pk=played.game.pk).update(state=other.save())
    with pytest.raises(SystemExit):
        call_command("replay_games")
    assert f"Game {played.game.pk} is not as it was played" in capsys.readouterr().out


def tool(name: str, *words: str, **variables: str) -> str:
    """What `script/backup` or `script/restore` says."""
    done = subprocess.run(
        [sys.executable, "-m", f"boardgames.supervisor.{name}", *words],
        env={**environment_without_servers(), **variables},
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
@pytest.mark.xdist_group("server")
def test_a_running_service_is_backed_up_and_comes_back_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With its own database, in another folder; the service there was not even started."""
    home, other = used_home(), new_home()
    shutil.rmtree(other.folder)
    server = Server(home).ready()
    try:
        with psycopg.connect(home.database_url) as connection:
            connection.execute("INSERT INTO boardgames_heartbeat VALUES ('kept', now())")
        file = str(tmp_path / "a.backup")
        tool("backup", "--untried", file, BOARDGAMES_HOME=str(home.folder))
        noted = "SELECT name FROM boardgames_heartbeat WHERE name IN ('backup', 'restore')"
        assert rows(home.database_url, noted) == [("backup",)]
        tool("restore", "--try", file, BOARDGAMES_HOME=str(home.folder))
        assert sorted(rows(home.database_url, noted)) == [("backup",), ("restore",)]
        said = tool("restore", file, BOARDGAMES_HOME=str(other.folder))
        assert "to what is stored" in said, said
        assert other.secret("secret_key") == home.secret("secret_key")
        assert other.secret("database_password") != home.secret("database_password")
        monkeypatch.delenv("DATABASE_URL")
        with reaching.database(other) as where:
            assert rows(where, "SELECT 1 FROM boardgames_heartbeat WHERE name = 'kept'") == [(1,)]
    finally:
        server.end()
        remove(home)
        remove(other)
