"""`script/judge [NAME…]`: asks the judges, all or these, about a service of its own."""

import os
import sys
import time

from script.judges import (
    accessible,
    calendars,
    calls,
    client,
    delivery,
    description,
    headers,
    letters,
    links,
    mail,
    markup,
    pairings,
    scores,
)
from script.judges.service import Absent, Verdict, running

JUDGES = {
    "description": description.judge,
    "client": client.judge,
    "calendars": calendars.judge,
    "pairings": pairings.judge,
    "markup": markup.judge,
    "accessible": accessible.judge,
    "letters": letters.judge,
    "mail": mail.judge,
    "delivery": delivery.judge,
    "headers": headers.judge,
    "links": links.judge,
    "scores": scores.judge,
    "calls": calls.judge,  # last: it leaves much behind
}


def left_out(lacking: str) -> Verdict:
    """The verdict of a judge that could not run: in CI a fault, unless that was declared."""
    declared = os.environ.get("JUDGE_LEFT_OUT")
    must = os.environ.get("CI") == "true" and not declared
    looked = f"not asked: {lacking}" + (f" ({declared})" if declared else "")
    return Verdict(looked, ["say why in JUDGE_LEFT_OUT, or install it"] if must else [])


def main(names: list[str]) -> None:
    if unknown := set(names) - set(JUDGES):
        sys.exit(f"No such judge: {', '.join(unknown)}. There are: {', '.join(JUDGES)}.")
    found = 0
    with running() as service:
        for name in names or JUDGES:
            since = time.monotonic()
            try:
                verdict = JUDGES[name](service)
            except Absent as lacking:
                verdict = left_out(str(lacking))
            took = time.monotonic() - since
            print(f"{name}: {verdict.looked}; {len(verdict.found)} found, {took:.0f} s", flush=True)
            for finding in verdict.found:
                print(f"  {finding}", flush=True)
            found += len(verdict.found)
    sys.exit(bool(found))


if __name__ == "__main__":
    main(sys.argv[1:])
