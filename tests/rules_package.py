"""The rules as a package, built and installed as docs/bots.md says."""

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

from boardgames.supervisor.home import CHECKOUT
from script import install


def build(folder: Path) -> tuple[Path, Path]:
    """The source distribution and the wheel; what builds them is installed already."""
    words = ("-m", "build", "--no-isolation", "--outdir", folder, "games/rules")
    subprocess.run([sys.executable, *words], cwd=CHECKOUT, check=True, capture_output=True)
    (source,), (wheel,) = folder.glob("*.tar.gz"), folder.glob("*.whl")
    return source, wheel


def install_alone(folder: Path) -> Path:
    """The Python of an environment with nothing in it but the wheel and msgspec."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "venv"], check=True)
    (packages,) = (folder / "venv" / "lib").glob("python3.*/site-packages")
    found = importlib.util.find_spec("msgspec")
    assert found is not None
    assert found.origin is not None
    ours = Path(found.origin).parent.parent
    for one in ours.glob("msgspec*"):  # an index may be away
        shutil.copytree(one, packages / one.name)
    python = folder / "venv" / "bin" / "python"
    pip = install.bundled_pip() or install.fetched_pip(folder)
    _, wheel = build(folder / "built")
    words = (f"{pip}/pip", "install", "--quiet", "--no-index", "--disable-pip-version-check", wheel)
    subprocess.run([python, *words], check=True, cwd=folder)
    return python
