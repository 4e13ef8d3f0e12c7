"""A client that openapi-python-client makes of the description plays a game of each type, and
spends a day with news, people, messages and a club."""

from __future__ import annotations

import json

from script.judges.service import ROOT, Service, Verdict, first_json, run

TOOLS = ROOT / ".venv-judge" / "bin"


def judge(service: Service) -> Verdict:
    made = service.folder / "made" / "generated"
    described = f"{service.address}/api/v1/openapi.json"
    output = ["--output-path", str(made), "--meta", "none", "--overwrite"]
    made.parent.mkdir(exist_ok=True)
    run([str(TOOLS / "openapi-python-client"), "generate", "--url", described, *output])
    looked: dict[str, object] = {}
    found: list[str] = []
    for program in ("playing.py", "day.py"):
        command = [str(TOOLS / "python"), str(ROOT / "script" / "judges" / program)]
        said = first_json(run([*command, service.address], PYTHONPATH=str(made.parent)))
        assert isinstance(said, dict)
        looked |= said["looked"]
        found += said["found"]
    return Verdict(json.dumps(looked), found)
