"""`script/judge [NAME…]`: asks the judges, all or these, about a service of its own."""

import sys
import time

from script.judges import calendars, client, description
from script.judges.service import running

JUDGES = {
    "description": description.judge,
    "client": client.judge,
    "calendars": calendars.judge,
}


def main(names: list[str]) -> None:
    if unknown := set(names) - set(JUDGES):
        sys.exit(f"No such judge: {', '.join(unknown)}. There are: {', '.join(JUDGES)}.")
    found = 0
    with running() as service:
        for name in names or JUDGES:
            since = time.monotonic()
            verdict = JUDGES[name](service)
            took = time.monotonic() - since
            print(f"{name}: {verdict.looked}; {len(verdict.found)} found, {took:.0f} s", flush=True)
            for finding in verdict.found:
                print(f"  {finding}", flush=True)
            found += len(verdict.found)
    sys.exit(bool(found))


if __name__ == "__main__":
    main(sys.argv[1:])
