"""What script/sbom says of packages, licences and advisories."""

from pathlib import Path

import pytest

from boardgames.supervisor.home import CHECKOUT
from script import inventory

BILL = {
    "components": [
        {"name": "b", "version": "2", "licenses": [{"license": {"id": "MIT"}}]},
        {
            "name": "a",
            "version": "1",
            "licenses": [
                {"license": {"name": "License :: OSI Approved :: BSD License"}},
                {"license": {"name": "BSD License"}},
            ],
        },
        {"name": "c", "version": "3", "licenses": [{"expression": "MIT OR Apache-2.0"}]},
        {"name": "d", "version": "4"},
    ]
}


def test_each_package_stands_with_its_licence_or_without() -> None:
    assert inventory.licences_of(BILL) == {
        "a 1": "BSD License",
        "b 2": "MIT",
        "c 3": "MIT OR Apache-2.0",
        "d 4": "",
    }


def test_an_advisory_is_told_with_the_release_that_mends_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    known = {"id": "PYSEC-1", "fix_versions": ["2.1"]}
    found = {
        "dependencies": [
            {"name": "a", "version": "2.0", "vulns": [known]},
            {"name": "b", "version": "1", "vulns": []},
            {"name": "c", "skip_reason": "not found"},
        ]
    }
    assert inventory.told_of(found, tmp_path / "advisories.json")
    told = capsys.readouterr().out
    assert "a 2.0: PYSEC-1 (mended in 2.1)" in told
    assert "1 of 2 packages have advisories; 1 not checked" in told
    assert (tmp_path / "advisories.json").exists()


@pytest.mark.parametrize("found", [None, {"dependencies": [{"name": "a", "skip_reason": "x"}]}])
def test_what_nobody_could_be_asked_about_is_not_taken_for_good(
    found: dict[str, object] | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "advisories.json").write_text("of an earlier time")
    assert not inventory.told_of(found, tmp_path / "advisories.json")
    assert "NOT CHECKED" in capsys.readouterr().out
    assert not (tmp_path / "advisories.json").exists()


def test_its_tools_are_pinned() -> None:
    pinned = (CHECKOUT / "requirements-sbom.txt").read_text()
    for line in (CHECKOUT / "requirements-sbom.in").read_text().splitlines():
        assert line.startswith("#") or f"{line} \\" in pinned
