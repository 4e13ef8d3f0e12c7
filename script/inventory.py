"""`script/sbom`: the packages of requirements.txt as a CycloneDX document, their licences, and what
is known against them. Only the standard library and the tools in `.venv-sbom`."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from script import bills

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "var" / "sbom"


def main() -> int:
    FOLDER.mkdir(parents=True, exist_ok=True)
    bill = make_bill(FOLDER / "reihum.cdx.json")
    licences = licences_of(bill)
    lines = [f"{package}: {licence or 'NO LICENCE'}" for package, licence in licences.items()]
    (FOLDER / "licences.txt").write_text("\n".join([*lines, ""]))
    unknown = [package for package, licence in licences.items() if not licence]
    print(f"{len(licences)} packages: {FOLDER}/reihum.cdx.json, licences.txt")
    if unknown:
        print(f"Without a licence: {', '.join(unknown)}")
    bad = told_of(advisories(), FOLDER / "advisories.json")
    return 1 if unknown or bad else 0


def make_bill(file: Path) -> dict[str, Any]:
    """Of what is installed by requirements.txt."""
    python = ROOT / ".venv-release" / "bin" / "python"
    bills.of_environment(python, file, "--pyproject", ROOT / "pyproject.toml")
    return dict(json.loads(file.read_text()))


def licences_of(bill: dict[str, Any]) -> dict[str, str]:
    """By package with its version; empty where it says none."""
    found = {}
    for package in bill["components"]:
        said = [
            each.get("expression")
            or each["license"].get("id")
            or each["license"]["name"].rpartition(" :: ")[2]
            for each in package.get("licenses", [])
        ]
        found[f"{package['name']} {package['version']}"] = ", ".join(dict.fromkeys(said))
    return dict(sorted(found.items()))


def advisories() -> dict[str, Any] | None:
    """What pip-audit says of each package; None where it reaches nobody to ask."""
    words = ("--disable-pip", "--no-deps", "--format", "json", "--progress-spinner", "off")
    done = subprocess.run(
        [bills.TOOLS / "pip-audit", *words, "--requirement", ROOT / "requirements.txt"],
        capture_output=True,
        text=True,
    )
    try:
        return dict(json.loads(done.stdout))
    except ValueError:
        return None


def told_of(found: dict[str, Any] | None, file: Path) -> bool:
    """Says it, and whether there is an advisory. What was not asked is not taken for good."""
    packages = found["dependencies"] if found else []
    asked = [package for package in packages if "skip_reason" not in package]
    file.unlink(missing_ok=True)  # of an earlier time
    bad = [package for package in asked if package["vulns"]]
    if found and asked:
        file.write_text(json.dumps(found, indent=1))
    for package in bad:
        names = ", ".join(
            f"{each['id']} (mended in {', '.join(each['fix_versions']) or 'no release'})"
            for each in package["vulns"]
        )
        print(f"{package['name']} {package['version']}: {names}")
    unasked = len(packages) - len(asked)
    if not asked:
        print("ADVISORIES NOT CHECKED: no database of them could be reached.")
    else:
        print(f"{len(bad)} of {len(asked)} packages have advisories; {unasked} not checked")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
