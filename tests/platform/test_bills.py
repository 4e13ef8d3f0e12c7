"""What bills of materials are made of, with stand-ins for docker and the tools."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from boardgames.supervisor.errors import CannotStart
from script import bills


@pytest.fixture
def tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of programs, those that are asked for by name, too."""
    folder = tmp_path / "tools"
    folder.mkdir()
    monkeypatch.setattr(bills, "TOOLS", folder)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    return folder


def program(folder: Path, name: str, *lines: str) -> None:
    file = folder / name
    file.write_text("\n".join(["#!/bin/sh", *lines, ""]))
    file.chmod(0o755)


@pytest.mark.parametrize("is_whole", [True, False])
def test_all_of_an_image_is_read_and_no_container_of_it_stays(
    tools: Path, tmp_path: Path, *, is_whole: bool
) -> None:
    there, bill = tmp_path / "container", tmp_path / "reihum-image.cdx.json"
    program(
        tools,
        "docker",
        "case $1 in",
        f"create) touch {there}; echo 0123 ;;",
        f"export) echo all of $2; exit {0 if is_whole else 1} ;;",
        f"rm) [ $2 = 0123 ] && rm {there} ;;",
        "esac",
    )
    program(tools, "debsbom", 'while [ "$1" != --out ]; do shift; done', 'cat > "$2.cdx.json"')
    if is_whole:
        bills.of_image("reihum:1", bill)
        assert bill.read_text() == "all of 0123\n"
    else:
        with pytest.raises(CannotStart, match="reihum:1 is not listed"):
            bills.of_image("reihum:1", bill)
    assert not there.exists()


def test_a_wheel_is_listed_with_what_it_needs_by_hashes(tools: Path, tmp_path: Path) -> None:
    wheel, asked = tmp_path / "rules.whl", tmp_path / "asked"
    wheel.write_bytes(b"a wheel")
    program(tools, "python", "true")
    program(tools, "pip", f'for word; do last=$word; done; cp "$last" {asked}')
    program(tools, "cyclonedx-py", f"touch {tmp_path}/bill")
    bills.of_wheel(wheel, tmp_path / "bill")
    own, needed, *hashes = asked.read_text().splitlines()
    assert own == f"{wheel} --hash=sha256:{hashlib.sha256(b'a wheel').hexdigest()}"
    assert needed.startswith("msgspec==")
    assert hashes[0].strip().startswith("--hash=sha256:")
    assert (tmp_path / "bill").exists()
