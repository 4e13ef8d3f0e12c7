"""What the project says of itself: its addresses, its pictures, its first release."""

import re
import tomllib
from typing import Any

import pytest
from PIL import Image

from boardgames.supervisor.home import CHECKOUT

#: Bytes of a picture that everybody loads who looks at the project.
SMALL = 200_000


def project() -> dict[str, Any]:
    return dict(tomllib.loads((CHECKOUT / "pyproject.toml").read_text())["project"])


def host(address: str) -> str:
    """The name under which the project is: ``reihum.org`` of ``https://docs.reihum.org/x``."""
    return ".".join(re.split(r"[/@]", address.split("://")[-1])[0].split(".")[-2:])


def test_the_dependencies_of_the_project_are_those_that_are_pinned() -> None:
    assert project()["dynamic"] == ["dependencies"]
    tools = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())["tool"]
    assert tools["setuptools"]["dynamic"]["dependencies"]["file"] == "requirements.in"


def test_all_addresses_of_the_project_are_of_one_host() -> None:
    """Whoever takes the project over changes them together."""
    [home] = {host(address) for address in project()["urls"].values()}
    mailboxes = {project()["authors"][0]["email"]}
    for document in ("SECURITY.md", "CODE_OF_CONDUCT.md"):
        found = re.findall(r"mailto:([\w.@-]+)", (CHECKOUT / document).read_text())
        assert len(found) == 1, document
        mailboxes |= {*found}
    assert {mailbox.rpartition("@")[2] for mailbox in mailboxes} == {home}
    assert project()["urls"]["Documentation"] in (CHECKOUT / "README.md").read_text()


def test_the_readme_says_who_it_is_for_and_shows_two_small_pictures() -> None:
    text = (CHECKOUT / "README.md").read_text()
    pictures = re.findall(r'<img src="([^"]+)" [^>]*alt="[^"]+', text)
    assert len(pictures) == 2
    for picture in pictures:
        file = CHECKOUT / picture
        assert file.stat().st_size < SMALL, picture
        with Image.open(file) as image:
            assert min(image.size) > 300
    for reader in ("Players", "operators", "Authors"):
        assert f"{reader}** who want" in text
    assert "script/server --demo" in text
    assert "script/test " in text


@pytest.mark.parametrize("reader", ["Players", "Operators", "Authors"])
def test_the_first_release_tells_each_reader_ten_things(reader: str) -> None:
    """A line each; what changed before it stands below."""
    changes = (CHECKOUT / "CHANGELOG.md").read_text()
    release = changes.split("\n## 1.0.0\n")[1].split("\n## ")[0]
    part = release.split(f"**{reader}**\n")[1].split("\n\n")[0].splitlines()
    assert len(part) == 10
    assert all(line.startswith("* ") for line in part)
