"""Twenty thousand calls and twenty thousand messages that make little sense, while games run.

Ends with 1 if an answer was an error of ours, a socket died of a message, a process started anew or
a game was lost.
"""

import asyncio
import json
import random
import sys
import time
import urllib.request

import django

from bench import service
from boardgames.supervisor.console import print_line

NUMBER = 20_000


def run(number: str = str(NUMBER), what: str = "calls messages") -> None:
    with service.running() as url:
        django.setup()
        # These read Django's settings, which are the service's only now.
        from django.core.management import call_command

        from tests.security.fuzz import calls, frames
        from tests.security.fuzz.tables import Tables

        tables, began = Tables(random.Random(16)), _since(url)
        found, wrong = {}, []
        if "calls" in what:
            at = time.monotonic()
            thrown = calls.throw(url, tables, int(number), print_line)
            found["calls"] = {
                "number": thrown.number,
                "answers": {str(key): thrown.statuses[key] for key in sorted(thrown.statuses)},
                "seconds": round(time.monotonic() - at),
            }
            wrong += thrown.errors
        if "messages" in what:
            at = time.monotonic()
            said = asyncio.run(frames.throw(url, tables, int(number), print_line))
            found["messages"] = {
                "number": said.number,
                "sorts": dict(said.sorts),
                "closed": dict(said.closed),
                "news of moves": said.news,
                "seconds": round(time.monotonic() - at),
            }
            wrong += said.errors
        wrong += tables.lost()
        if _since(url) != began:
            wrong.append("a web process has started anew")
        call_command("replay_games", stdout=sys.stderr)
        print(json.dumps({**found, "games": len(tables.ever), "wrong": wrong}, indent=2))
        if wrong:
            sys.exit(1)


def _since(url: str) -> set[str]:
    """When the processes that answer have started."""
    answers = set()
    for _time in range(40):
        with urllib.request.urlopen(f"{url}/readyz", timeout=60) as answer:
            answers.add(str(json.load(answer)["since"]))
    return answers
