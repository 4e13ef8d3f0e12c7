"""Schemathesis calls the API as it is described, and just not so: no answer is an error of ours or
another one than described."""

from __future__ import annotations

from script.judges.service import PERSON, ROOT, Service, Verdict, run

CHECKS = "not_a_server_error,status_code_conformance,response_schema_conformance"


def judge(service: Service) -> Verdict:
    token = service.manage("token", PERSON).strip().splitlines()[-1]
    said = run(
        [
            *(str(ROOT / ".venv" / "bin" / "schemathesis"), "run"),
            f"{service.address}/api/v1/openapi.json",
            *("--url", service.address, "-H", f"Authorization: Bearer {token}"),
            *("--checks", CHECKS, "--max-examples", "20", "--phases", "examples,fuzzing"),
            *("--no-color", "--continue-on-failure", "--workers", "1"),
        ]
    )
    lines = said.splitlines()
    found = [line.strip() for line in lines if line.lstrip().startswith("- ")]
    cases = next((line.strip() for line in lines if "generated" in line), "no count of cases")
    return Verdict(cases, found)
