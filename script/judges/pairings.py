"""caissify-pairings reads simulated tournaments in FIDE's files and pairs each round again. So does
bbpPairings, FIDE's reference, if ``BBP_PAIRINGS`` is the path of its program."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from script.judges.service import ROOT, Service, Verdict, first_json, run

#: So many tournaments; bbpPairings takes a minute for 300 of them. And up to how many people
#: caissify-pairings pairs in a few seconds.
TOURNAMENTS, FEW = int(os.environ.get("JUDGED_TOURNAMENTS", "30")), 20
_CHECK = """
import json, sys, pathlib
from caissify_pairings.fpc import check_trf
said = {}
for path in sorted(pathlib.Path(sys.argv[1]).glob("*.trf16")):
    text = path.read_text()
    if int(text.split("\\n062 ")[1].split()[0]) <= int(sys.argv[2]):
        said[path.name] = [each["match"] for each in check_trf(text)["rounds"]]
print(json.dumps(said))
"""


def judge(service: Service) -> Verdict:
    folder = service.folder / "tournaments"
    folder.mkdir()
    service.python("-m", "script.judges.tournaments_simulated", str(folder), str(TOURNAMENTS))
    python = str(ROOT / ".venv-judge/bin/python")
    read = first_json(run([python, "-c", _CHECK, str(folder), str(FEW)]))
    assert isinstance(read, dict)
    rounds = [same for report in read.values() for same in report]
    looked = f"{TOURNAMENTS} tournaments; of {len(rounds)} rounds {sum(rounds)} paired alike"
    found = [f"{name} has no rounds" for name, report in read.items() if not report]
    if program := os.environ.get("BBP_PAIRINGS"):
        found += [said for path in sorted(folder.iterdir()) for said in differs(program, path)]
        looked += "; all by bbpPairings"
    return Verdict(looked, found)


def differs(program: str, path: Path) -> list[str]:
    """The rounds of this file that bbpPairings pairs otherwise; unless they look ahead."""
    if b"192 CUSTOM_SWISS" in path.with_suffix(".trf26").read_bytes():
        return []
    made = subprocess.run([program, "--dutch", str(path), "-c"], capture_output=True, text=True)
    if made.returncode:
        return [f"{path.name}: {made.stderr.strip()}"]
    rounds = made.stdout.split("Round #")[1:]
    return [
        f"{path.name}: round {said.split()[0]} differs"
        for said in rounds
        if "Checker pairings" in said or "No valid pairing" in said
    ]
