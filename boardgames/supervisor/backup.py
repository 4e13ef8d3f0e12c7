"""`script/backup`: see `--help`."""

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
import zipfile
from pathlib import Path
from typing import IO, cast

import psycopg

from boardgames.supervisor import archive, done, encrypting, reaching, restore
from boardgames.supervisor.console import print_line, run_command
from boardgames.supervisor.errors import CannotStart
from boardgames.supervisor.home import Home


def main(*words: str) -> None:
    parser = argparse.ArgumentParser(
        prog="script/backup",
        description=(
            "Writes everything that must last into one file while the service "
            "runs, and tests it: restores it beside the service, and replays some of its games."
        ),
    )
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--untried", action="store_true", help="does not try to restore it")
    parser.add_argument(
        "--age", metavar="KEY", help="leaves only FILE.age, encrypted to this public key of age"
    )
    parser.add_argument(
        "--keep", metavar="DAYS", type=int,
        help="then deletes backups with the same ending beside it that are older than DAYS",
    )  # fmt: skip
    given = parser.parse_args(words)
    if given.keep is not None and not (given.keep > 0 and Path(given.file).suffix):
        parser.error("--keep needs a number of days, and an ending of FILE such as .backup")
    if given.age:
        encrypting.refuse_unless_able(given.age)
    home = Home.default()
    written = write_as_named(given.file, home)
    if not given.untried:
        restore.try_out(written, home)
    if given.age:
        encrypting.encrypt(Path(written), given.age)
    if given.keep:
        remove_older(Path(written), given.keep)


def remove_older(written: Path, days: int) -> None:
    endings = (written.suffix, f"{written.suffix}{encrypting.ENDING}")
    for file in sorted(written.parent.iterdir()):
        if file.name.endswith(endings) and file.stat().st_mtime < time.time() - days * 86400:
            file.unlink()
            print_line(f"{file} is older than {days} days: removed")


def write_as_named(named: str, home: Home) -> str:
    """Write the backup under a name by which `restore.try_out` finds it from any folder."""
    file = Path(os.environ.get("STARTED_IN", ""), named)
    write(file, home)
    return str(file.resolve())


def write(file: Path, home: Home) -> None:
    """Write the backup to a temporary file and rename it: there is a whole one or none."""
    if file.exists() or encrypting.encrypted(file).exists():
        raise CannotStart(f"{file} already exists: give another name, such as one with the date.")
    if not reaching.address() and not (home.postgres / "PG_VERSION").exists():
        raise CannotStart(f"There is no data in {home.folder}, and DATABASE_URL is not set.")
    began = time.monotonic()
    aside = file.with_name(f"{file.name}.part")
    try:
        aside.touch(mode=0o600)
        with reaching.database(home) as where:
            with zipfile.ZipFile(aside, "w") as written:
                about = _fill(written, where, home)
            with aside.open("rb") as whole:
                os.fsync(whole.fileno())
            aside.rename(file)
            done.record_done(where, done.BACKUP)
    finally:
        aside.unlink(missing_ok=True)
    rows, size = sum(about["rows"].values()), file.stat().st_size / 1e6
    games = sum(about["types"].values())
    seconds = time.monotonic() - began
    print_line(f"{file}: {games} games, {rows} rows, {size:.1f} MB, in {seconds:.1f} s")


def _fill(written: zipfile.ZipFile, where: str, home: Home) -> archive.About:
    """Write the contents, all as of one moment."""
    with psycopg.connect(where) as connection:
        connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        (snapshot,) = connection.execute("SELECT pg_export_snapshot()").fetchall()[0]
        about = archive.describe(connection)
        written.writestr(archive.ABOUT, json.dumps(about, indent=1))
        secrets = archive.secrets(home)
        for name in archive.LASTING.keys() - secrets.keys():
            variable = archive.LASTING[name].name
            print_line(
                f"{variable} is not known here, so it is not in the backup: keep a copy of it."
            )
        written.writestr(archive.SECRETS, json.dumps(secrets, indent=1))
        _dump(written, where, snapshot, home)
    return about


def _dump(written: zipfile.ZipFile, where: str, snapshot: str, home: Home) -> None:
    words, env = reaching.as_client(where)
    dump = subprocess.Popen(
        [
            *(reaching.program("pg_dump", home), *words, "--format=custom"),
            *("--no-owner", "--no-privileges", f"--snapshot={snapshot}"),
        ],
        env=env,
        stdout=subprocess.PIPE,
    )
    with dump, written.open(archive.DUMP, "w", force_zip64=True) as file:
        shutil.copyfileobj(cast(IO[bytes], dump.stdout), file, 1 << 20)
    if dump.returncode:
        raise CannotStart("pg_dump failed: its last line says why.")


if __name__ == "__main__":
    sys.exit(run_command(main))
