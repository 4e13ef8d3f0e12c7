"""What a release hands out, and how it is signed."""

from __future__ import annotations

import shutil
import zipfile
from pathlib import Path

import pytest

from boardgames.supervisor import signatures
from boardgames.supervisor.errors import CannotStart
from script import bills, inventory, releasing
from tests.platform.keys import Key


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of what is made; `script/sbom` has listed what it lists, and there is no key."""
    folder, listed = tmp_path / "made", tmp_path / "listed"
    listed.mkdir()
    (listed / "reihum.cdx.json").write_text("{}")
    monkeypatch.setattr(inventory, "FOLDER", listed)
    monkeypatch.setattr(releasing, "FOLDER", folder)
    monkeypatch.setattr(releasing, "ROOT", tmp_path)
    lists(tmp_path, well=True)
    for of in ("of_wheel", "of_image"):
        monkeypatch.setattr(bills, of, lambda of_what, file: file.write_text("{}"))
    for name in ("SIGNING_KEY_FILE", "SIGNING_PUBLIC_KEY", "STARTED_IN", "IMAGE"):
        monkeypatch.delenv(name, raising=False)
    return folder


def lists(checkout: Path, *, well: bool) -> None:
    """Whether `script/sbom` finds nothing against a release."""
    script = checkout / "script" / "sbom"
    script.parent.mkdir(exist_ok=True)
    script.write_text(f"#!/bin/sh\nexit {0 if well else 1}\n")
    script.chmod(0o755)


def of_key(key: Key, monkeypatch: pytest.MonkeyPatch, public: str = "") -> None:
    monkeypatch.setenv("SIGNING_KEY_FILE", str(key.file))
    monkeypatch.setenv("SIGNING_PUBLIC_KEY", public or key.public)


def signed(folder: Path) -> set[str]:
    return {file.name.removesuffix(".minisig") for file in folder.glob("*.minisig")}


def test_what_is_handed_out_is_signed_file_by_file(
    made: Path, key: Key, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    of_key(key, monkeypatch)
    releasing.main()
    (wheel,) = made.glob("*.whl")
    assert signed(made) == {"reihum.cdx.json", "boardgames-rules.cdx.json", wheel.name}
    assert zipfile.ZipFile(wheel).testzip() is None
    assert f"Signed by {key.public}" in capsys.readouterr().out
    for file in (wheel, made / "reihum.cdx.json"):
        signatures.verify(file, key.public)
    with wheel.open("r+b") as changed:
        changed.seek(100)
        changed.write(b"!")
    with pytest.raises(CannotStart, match=r"whl is not signed by .*verification failed"):
        signatures.verify(wheel, key.public)


def test_without_a_key_nothing_is_signed_and_a_line_says_so(
    made: Path, key: Key, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    of_key(key, monkeypatch)
    releasing.main()
    monkeypatch.delenv("SIGNING_KEY_FILE")
    releasing.main()
    assert signed(made) == set()  # those of the first time are gone
    assert "NOTHING IS SIGNED" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ("another public key", "not signed by .*key id"),
        ("no public key", "SIGNING_PUBLIC_KEY is missing"),
        ("no secret key", "No such file"),
        ("nonsense", "loading the secret key"),
        ("no minisign", "apt install minisign"),
    ],
)
def test_what_cannot_be_signed_as_asked_ends_with_an_error_and_without_signatures(
    made: Path, key: Key, wrong: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    of_key(key, monkeypatch)
    match wrong:
        case "another public key":
            monkeypatch.setenv("SIGNING_PUBLIC_KEY", Key(key.file.parent / "another").public)
        case "no public key":
            monkeypatch.delenv("SIGNING_PUBLIC_KEY")
        case "no secret key":
            key.file.unlink()
        case "nonsense":
            key.file.write_text("nonsense")
        case "no minisign":
            monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(CannotStart, match=told):
        releasing.main()
    assert signed(made) == set()


def test_the_image_is_a_file_under_the_name_that_an_upgrade_asks_for(
    made: Path, monkeypatch: pytest.MonkeyPatch, key: Key
) -> None:
    said: list[tuple[str, ...]] = []

    def run(*words: str) -> None:
        said.append(words)
        if words[:2] == ("docker", "save"):
            Path(words[3]).write_bytes(b"an image")

    monkeypatch.setattr(releasing, "_run", run)
    monkeypatch.setattr(releasing, "tag_of", lambda revision: "0123456789ab")
    of_key(key, monkeypatch)
    releasing.main("--image")
    name, file = "reihum:0123456789ab", made / "reihum-0123456789ab.tar"
    assert said[1:] == [
        ("docker", "build", "--build-arg", "VERSION=0123456789ab", "--tag", name, "."),
        ("docker", "save", "--output", str(file), name),
    ]
    assert {file.name, "reihum-image.cdx.json"} <= signed(made)


def test_what_the_bill_of_materials_refuses_is_not_handed_out(made: Path) -> None:
    lists(made.parent, well=False)
    with pytest.raises(CannotStart, match="sbom` failed"):
        releasing.main()
    assert list(made.iterdir()) == []
