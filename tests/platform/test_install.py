"""The set-up script, which must do with the standard library."""

import hashlib
import json
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar

import pytest

from boardgames.supervisor import locking
from boardgames.supervisor.home import CHECKOUT
from script import games, install


def test_the_index_is_the_one_pip_uses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PIP_INDEX_URL", raising=False)
    config = tmp_path / "pip.conf"
    config.write_text("[global]\nindex-url = https://mirror.example/simple\n")
    monkeypatch.setenv("PIP_CONFIG_FILE", str(config))
    assert install.index_url() == "https://mirror.example/simple"
    monkeypatch.setenv("PIP_INDEX_URL", "https://other.example/simple")
    assert install.index_url() == "https://other.example/simple"


class Pages(BaseHTTPRequestHandler):
    served: ClassVar[dict[str, bytes]] = {}

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(next(v for k, v in self.served.items() if self.path.startswith(k)))

    def log_message(self, *words: object) -> None:
        """Says nothing."""


@pytest.fixture
def an_index(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, bytes]]:
    """A package index; what it gives for the beginnings of paths is the test's to say."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Pages) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        monkeypatch.setenv("PIP_INDEX_URL", f"http://127.0.0.1:{server.server_port}")
        yield Pages.served
        server.shutdown()
        Pages.served.clear()


def test_pip_is_fetched_where_python_brings_none(
    an_index: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(install, "PIP_SHA256", hashlib.sha256(b"wheel").hexdigest())
    an_index["/pip/"] = f'<a href="../files/{install.PIP}#sha256=x">'.encode()
    an_index["/files/"] = b"wheel"
    assert install.fetched_pip(tmp_path).read_bytes() == b"wheel"


def test_a_pip_that_is_not_the_published_one_is_refused(
    an_index: dict[str, bytes], tmp_path: Path
) -> None:
    an_index["/pip/"] = f'<a href="/files/{install.PIP}#sha256=x">'.encode()
    an_index["/files/"] = b"evil"
    with pytest.raises(SystemExit, match="not what was published"):
        install.fetched_pip(tmp_path)


def test_an_index_out_of_reach_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:1/simple")
    with pytest.raises(SystemExit, match=r"127\.0\.0\.1:1/simple/pip/"):
        install.fetched_pip(tmp_path)


@pytest.mark.slow
def test_nothing_is_installed_twice() -> None:
    done = subprocess.run(
        ["script/python", "script/install.py", "requirements-dev.txt"],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """One with an environment in which a file says that it is still the same."""
    venv = tmp_path / ".venv"
    (venv / "lib" / "python3.11").mkdir(parents=True)
    (venv / "the-same").touch()
    (tmp_path / "requirements.txt").touch()
    monkeypatch.setattr(install, "ROOT", tmp_path)
    monkeypatch.setattr(install, "VENV", venv)
    monkeypatch.setattr(install, "STAMP", venv / "installed.json")
    monkeypatch.setattr(install, "IN_USE", venv / "in-use.lock")
    monkeypatch.setattr(install, "pip", lambda *words: None)
    monkeypatch.setattr(games, "link", lambda *words: None)
    return tmp_path


def stamp(checkout: Path, python: str) -> None:
    (checkout / ".venv" / "installed.json").write_text(json.dumps({"python": python}))


def is_the_same(checkout: Path) -> bool:
    return (checkout / ".venv" / "the-same").exists()


def test_a_patch_release_of_the_system_s_python_makes_nothing_anew(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stamp(checkout, install.this_python())
    monkeypatch.setattr(sys, "version", f"{sys.version.split()[0]}9 (main)")
    install.main("requirements.txt")
    assert is_the_same(checkout)


def test_environments_that_were_made_before_stay(checkout: Path) -> None:
    major, minor = sys.version_info[:2]
    stamp(checkout, f"{major}.{minor}.0 (main, Jan 1 2026, 12:00:00) [GCC]")
    install.main("requirements.txt")
    assert is_the_same(checkout)


def test_another_python_takes_no_environment_from_a_server_that_runs(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stamp(checkout, "cpython-39 cpython-39-x86_64-linux-gnu /usr")
    monkeypatch.setattr(sys, "prefix", str(checkout / ".venv"))
    with locking.environment(), locking.environment():  # two servers, of two folders of data
        with pytest.raises(SystemExit, match=r"a server runs from \.venv: end it"):
            install.main("requirements.txt")
        assert is_the_same(checkout)
    install.main("requirements.txt")
    assert not is_the_same(checkout)
    made = json.loads((checkout / ".venv" / "installed.json").read_text())
    assert made["python"] == install.this_python()


def test_a_python_that_is_too_old_is_refused_in_one_line(tmp_path: Path) -> None:
    dirname = shutil.which("dirname")
    assert dirname
    (tmp_path / "dirname").symlink_to(dirname)
    for name in ("python3", "python"):
        (tmp_path / name).write_text("#!/bin/sh\nexit 1\n")
        (tmp_path / name).chmod(0o755)
    done = subprocess.run(
        ["/bin/sh", "script/server"],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        env={"PATH": str(tmp_path)},
    )
    assert done.returncode != 0
    assert "Python 3.11" in done.stderr


def _a_python(file: Path, *, optimised: bool) -> None:
    """A program that says it is one, and its name when it is run."""
    answer = "exit 0" if optimised else 'case "$2" in *CONFIG_ARGS*) exit 1;; *) exit 0;; esac'
    file.write_text(f'#!/bin/sh\n[ "$1" = -c ] && {{ {answer}; }}\necho {file.name}\n')
    file.chmod(0o755)


@pytest.mark.parametrize(
    ("optimised", "taken"),
    [({"python3", "python3.12"}, "python3"), ({"python3.12"}, "python3.12"), (set(), "python3")],
)
def test_of_all_pythons_one_compiled_with_optimisation_is_taken(
    optimised: set[str], taken: str, tmp_path: Path
) -> None:
    for name in ("python3", "python3.12", "python3.11"):
        _a_python(tmp_path / name, optimised=name in optimised)
    done = subprocess.run(
        ["/bin/sh", "script/python", "script/install.py"],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        env={"PATH": str(tmp_path)},  # without `uname` the system's is not looked for
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{taken}\n", "")


@pytest.mark.parametrize("file", sorted(path.name for path in CHECKOUT.glob("requirements*.txt")))
def test_packages_are_installed_only_as_they_were_when_chosen(file: str) -> None:
    """Each is pinned with the hashes of its files, or pip refuses them all."""
    packages = (CHECKOUT / file).read_text().replace("\\\n", "").splitlines()
    pinned = [line for line in packages if line and not line.lstrip().startswith("#")]
    assert len(pinned) > 1
    assert [line for line in pinned if "==" not in line or "--hash=sha256:" not in line] == []
