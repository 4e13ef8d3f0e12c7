"""`python -m boardgames.supervisor.done backup`: records for /metrics that a backup is complete.

`restore` stands for a backup that was tried. Our own tools record that themselves.
"""

import argparse
import sys

import psycopg

from boardgames.supervisor import reaching
from boardgames.supervisor.console import print_line, run_command
from boardgames.supervisor.home import Home

BACKUP, RESTORE = "backup", "restore"
_NOTE = """
INSERT INTO boardgames_heartbeat (name, at) VALUES (%s, now())
ON CONFLICT (name) DO UPDATE SET at = now()
"""


def main(*words: str) -> None:
    parser = argparse.ArgumentParser(prog="python -m boardgames.supervisor.done")
    parser.add_argument("what", nargs="+", choices=(BACKUP, RESTORE))
    with reaching.database(Home.default()) as where:
        for what in parser.parse_args(words).what:
            record_done(where, what)


def record_done(where: str, what: str) -> None:
    """Record the time by the database's clock. If that fails, the work is done all the same."""
    try:
        with psycopg.connect(where, connect_timeout=5) as connection:
            connection.execute(_NOTE, [what])
    except psycopg.Error as error:
        print_line(f"Could not record this {what} for the alarms: {str(error).strip()}")


if __name__ == "__main__":
    sys.exit(run_command(main))
