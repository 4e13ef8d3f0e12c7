"""`script/server`: see `--help`."""

import argparse
import os
import sys

from django.core.exceptions import ImproperlyConfigured

from boardgames.environment import variables
from boardgames.supervisor.address import Address
from boardgames.supervisor.console import print_line
from boardgames.supervisor.errors import CannotStart
from boardgames.supervisor.home import Home
from boardgames.supervisor.supervisor import Supervisor


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="script/server",
        description="Serves until it gets SIGINT or SIGTERM, with its own database and queue "
        "where DATABASE_URL and REDIS_URL name none.",
    )
    parser.add_argument("--port", type=int, default=8000, help="0 takes a free port; default 8000")
    parser.add_argument("--host", default="127.0.0.1", help="default 127.0.0.1")
    parser.add_argument(
        "--demo", action="store_true", help="adds demo users and games, on loopback only"
    )
    # script/install.py handles these two before we start.
    parser.add_argument(
        "--game",
        action="append",
        metavar="PATH",
        help="serves the game package in this folder, too, from now on; may be repeated",
    )
    parser.add_argument("--without-game", action="append", metavar="PATH", help="stops serving it")
    return parser


def main() -> int:
    words = _parser().parse_args()
    try:
        _check_variables()
        address = Address.checked(words.host, words.port)
        if words.demo and not address.is_loopback:
            raise CannotStart(
                "--demo makes accounts with a known password, so it serves this machine only: "
                "leave out --host."
            )
        if not address.is_loopback and variables.BOARDGAMES_ENV.read() == "local":
            # The local settings allow webhooks to this machine and show links of e-mails on pages.
            raise CannotStart(
                f"{words.host} can be reached by others, so it needs the production settings: set "
                "BOARDGAMES_ENV=production and SITE_URL (docs/operating.md), or leave out --host."
            )
        if not variables.SITE_URL.written():
            os.environ["SITE_URL"] = address.url
        home = Home.default()
        Supervisor(
            home,
            address,
            database_url=variables.DATABASE_URL.read(),
            redis_url=variables.REDIS_URL.read(),
            demo=words.demo,
        ).run()
    except (CannotStart, ImproperlyConfigured) as error:
        print_line(f"Cannot run: {error}")
        return 1
    except OSError as error:
        what = f"{error.filename}: " if error.filename else ""
        print_line(
            f"Cannot run: {what}{error.strerror}. Is it yours, and is there space on the disk?"
        )
        return 1
    return 0


def _check_variables() -> None:
    """Print names that seem to be misspelt; in production they are errors."""
    variables.check_variables()
    for sentence in variables.misspelt():
        print_line(sentence)


if __name__ == "__main__":
    sys.exit(main())
