"""Backups, and tries of them, tell the alarms that they are done."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.test import Client

from boardgames.models import Heartbeat
from boardgames.supervisor import done, reaching
from boardgames.supervisor.home import Home
from tests import sites

pytestmark = pytest.mark.django_db(transaction=True)


def test_other_tools_say_by_a_command_that_they_are_done(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", sites.variables()["DATABASE_URL"])
    done.main("backup", "restore")
    first = Heartbeat.objects.get(name="backup").at
    done.main("backup")
    assert Heartbeat.objects.get(name="backup").at > first
    text = client.get("/metrics").content.decode()
    for name in ("backup", "restore"):
        assert f'heartbeat_timestamp_seconds{{name="{name}"}}' in text
    with pytest.raises(SystemExit):
        done.main("nonsense")


def test_what_is_done_is_done_although_the_database_is_away(
    capsys: pytest.CaptureFixture[str],
) -> None:
    done.record_done("postgresql://x@127.0.0.1:1/none", "backup")
    assert "Could not record this backup for the alarms" in capsys.readouterr().out


def test_where_backups_are_kept_elsewhere_there_is_nobody_to_tell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DATABASE_URL")
    assert reaching.running(Home(tmp_path / "nothing")) == ""
