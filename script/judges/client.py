"""A client that openapi-python-client makes of the description plays a game of each type."""

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
    player = str(ROOT / "script" / "judges" / "playing.py")
    command = [str(TOOLS / "python"), player, service.address]
    said = first_json(run(command, PYTHONPATH=str(made.parent)))
    assert isinstance(said, dict)
    return Verdict(json.dumps(said["looked"]), said["found"])
