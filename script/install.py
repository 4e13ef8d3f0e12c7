"""Makes `.venv` with the pinned packages of a requirements file; quick when nothing changed.

Runs before anything is installed: standard library only. All words go to standard error.
"""

import configparser
import fcntl
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import urllib.parse
import urllib.request
from pathlib import Path

if __name__ == "__main__":  # run by its path, before any package of ours can be imported
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from script import games

ROOT = Path(__file__).resolve().parent.parent
VENV = Path(os.environ.get("BOARDGAMES_VENV", ROOT / ".venv"))
STAMP = VENV / "installed.json"
# Held by a server that runs from it (`boardgames.supervisor.locking`).
IN_USE = VENV / "in-use.lock"
# The game packages that `--game` has named: beside `.venv`, so that a new one has them too.
GAMES = ROOT / ".games"

# Only used where Python comes without ensurepip (Debian's python3 without python3-venv).
PIP = "pip-25.3-py3-none-any.whl"
PIP_SHA256 = "9655943313a94722b7774661c21049070f6bbb0a1516bf02f7c8d5d9201514cd"


def main(requirements: str, *words: str) -> None:
    with (ROOT / ".venv.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # another first start may be at it
        wanted = fingerprint(ROOT / requirements)
        installed = read_stamp()
        if not is_made_for_this_python(installed.get("python", "")):
            refuse_under_a_server()
            print_message(f"Making .venv with Python {sys.version.split()[0]}")
            make_environment()
            installed = {"python": this_python()}
        if installed.get(requirements) != wanted:
            print_message(
                f"Installing the packages of {requirements} (the first time takes a minute)"
            )
            pip("install", "--requirement", requirements)
            STAMP.write_text(json.dumps({**installed, requirements: wanted}))
        started_in = Path(os.environ.get("STARTED_IN", ROOT))
        games.link(games.list_folders(GAMES, words, started_in), site_packages())


def this_python() -> str:
    """What an environment stands on. A patch release that takes the place of the one before is no
    other Python to it: it has the same folders and takes the same packages."""
    return f"{sys.implementation.cache_tag} {sysconfig.get_config_var('SOABI')} {sys.base_prefix}"


def is_made_for_this_python(stamp: str) -> bool:
    """Those made before stamps were so have a whole version in them."""
    major, minor = sys.version_info[:2]
    return stamp == this_python() or stamp.startswith(f"{major}.{minor}.")


def refuse_under_a_server() -> None:
    """Its processes read what they need when they need it, and are started again."""
    try:
        with IN_USE.open("a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except FileNotFoundError:  # there is no environment yet
        return
    except BlockingIOError:
        sys.exit(
            f"Python is {sys.version.split()[0]} now, another than .venv was made with, and a "
            "server runs from .venv: end it, then start it again."
        )


def site_packages() -> Path:
    """Where `.venv` keeps what is installed in it."""
    return next((VENV / "lib").glob("python3.*")) / "site-packages"


def fingerprint(requirements: Path) -> str:
    return hashlib.sha256(requirements.read_bytes()).hexdigest()


def read_stamp() -> dict[str, str]:
    try:
        return dict(json.loads(STAMP.read_text()))
    except (OSError, ValueError):
        return {}


def make_environment() -> None:
    shutil.rmtree(VENV, ignore_errors=True)
    run(sys.executable, "-m", "venv", "--without-pip", VENV)


def pip(*words: str) -> None:
    """Runs pip on our environment: the one that Python brings, else one we fetch."""
    # The files name every package, so pip need not solve anything; modules compile when used.
    options = ("--no-deps", "--no-compile", "--disable-pip-version-check", "--quiet")
    command, *rest = words
    with tempfile.TemporaryDirectory() as folder:
        wheel = bundled_pip() or fetched_pip(Path(folder))
        run(VENV / "bin" / "python", f"{wheel}/pip", command, *options, *rest)


def bundled_pip() -> Path | None:
    try:
        import ensurepip
    except ImportError:
        return None
    found = sorted(Path(ensurepip.__file__).parent.glob("_bundled/pip-*.whl"))
    return found[-1] if found else None


def fetched_pip(folder: Path) -> Path:
    """Downloads the pinned pip from the index that is set for this machine."""
    page = f"{index_url().rstrip('/')}/pip/"
    try:
        with urllib.request.urlopen(page, timeout=60) as answer:
            links = re.findall(r'href="([^"]+)"', answer.read().decode())
        link = next(link for link in links if f"/{PIP}" in link)
        with urllib.request.urlopen(urllib.parse.urljoin(page, link), timeout=60) as answer:
            wheel = answer.read()
    except (OSError, StopIteration) as error:
        sys.exit(
            f"Cannot fetch pip from {page} ({error or 'not listed'}): check the network, or give "
            "Python its own (apt install python3-venv)."
        )
    if hashlib.sha256(wheel).hexdigest() != PIP_SHA256:
        sys.exit(f"What {page} gives as {PIP} is not what was published: not installing it.")
    file = folder / PIP
    file.write_bytes(wheel)
    return file


def index_url() -> str:
    """Where pip would look: its variable, its configuration files, or the public index."""
    config = configparser.ConfigParser(interpolation=None)
    home = Path.home()
    config.read(
        [
            "/etc/pip.conf",
            home / ".pip" / "pip.conf",
            home / ".config" / "pip" / "pip.conf",
            os.environ.get("PIP_CONFIG_FILE", ""),
        ]
    )
    default = config.get("global", "index-url", fallback="https://pypi.org/simple")
    return os.environ.get("PIP_INDEX_URL", default)


def run(*command: object) -> None:
    done = subprocess.run([str(word) for word in command], cwd=ROOT, stdout=sys.stderr)
    if done.returncode:
        sys.exit(f"`{' '.join(map(str, command[:4]))} …` failed: its last lines say why.")


def print_message(words: str) -> None:
    print(words, file=sys.stderr, flush=True)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except OSError as error:
        sys.exit(f"Cannot set up in {ROOT}: {error.strerror} ({error.filename}).")
