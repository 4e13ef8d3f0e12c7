"""Redocly and Spectral read the API's description."""

from __future__ import annotations

from typing import Any

from script.judges.service import ROOT, TOOLS, Service, Verdict, first_json, run

HERE = ROOT / "script" / "judges"


def judge(service: Service) -> Verdict:
    file = service.folder / "openapi.json"
    described = service.browser().get(f"{service.address}/api/v1/openapi.json", timeout=60)
    file.write_bytes(described.content)
    bin_ = TOOLS / ".bin"
    rules = ["--ruleset", str(HERE / "spectral.yaml"), "--format", "json"]
    spectral: Any = first_json(run([str(bin_ / "spectral"), "lint", str(file), *rules]))
    config = ["--config", str(HERE / "redocly.yaml"), "--format", "json"]
    quiet = {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"}
    redocly: Any = first_json(run([str(bin_ / "redocly"), "lint", str(file), *config], **quiet))
    found = [f"Spectral: {one['code']} {'.'.join(map(str, one['path']))}" for one in spectral]
    found += [f"Redocly: {one['ruleId']} {one['message']}" for one in redocly["problems"]]
    calls = sum(len(at_it) for at_it in described.json()["paths"].values())
    return Verdict(f"{calls} calls", found)
