"""Schemathesis calls the API as it is described, and just not so."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from xml.etree import ElementTree

from script.judges.service import Service, Verdict, run

#: Of each operation in each phase: some thousand calls, a few minutes.
EXAMPLES = 12
#: Nobody waits here for a 429 to pass, which is an answer like others: it is described.
PACE = "100/s"
CHECKS = (
    *("not_a_server_error", "status_code_conformance", "content_type_conformance"),
    *("response_schema_conformance", "response_headers_conformance"),
)


def judge(service: Service) -> Verdict:
    report = service.folder / "calls.xml"
    sent = {"username": "ben", "password": "demo-password"}
    answer = service.browser().post(f"{service.address}/api/v1/token", json=sent, timeout=60)
    options = [
        *("--header", f"Authorization: Bearer {answer.json()['token']}"),
        *("--checks", ",".join(CHECKS), "--phases", "examples,coverage,fuzzing,stateful"),
        *("--max-examples", str(EXAMPLES), "--seed", "33", "--no-shrink", "--no-color"),
        *("--continue-on-failure", "--suppress-health-check", "all", "--warnings", "off"),
        *("--rate-limit", PACE, "--report", "junit", "--report-junit-path", str(report)),
    ]
    tool = str(Path(sys.executable).parent / "schemathesis")
    said = run([tool, "run", f"{service.address}/api/v1/openapi.json", *options])
    cases = re.findall(r"(\d[\d,]*) generated", said)
    return Verdict(f"{cases[-1] if cases else 'no'} calls", failures(report))


def failures(report: Path) -> list[str]:
    """What the checks say, operation by operation."""
    return [
        f"{case.get('name')}: {fault.get('message')} {' '.join((fault.text or '').split())[:400]}"
        for case in ElementTree.parse(report).iter("testcase")
        for fault in (*case.iter("failure"), *case.iter("error"))
    ]
