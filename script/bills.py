"""Bills of materials as CycloneDX documents, by the tools that `script/sbom` puts into
`.venv-sbom`."""

import hashlib
import re
import subprocess
import tempfile
from pathlib import Path

from boardgames.supervisor.errors import CannotStart

ROOT = Path(__file__).resolve().parent.parent
TOOLS = ROOT / ".venv-sbom" / "bin"


def of_environment(python: Path, file: Path, *words: str | Path) -> None:
    """Of what is installed for this Python, valid by CycloneDX's own scheme."""
    options = (*words, "--output-reproducible", "--validate", "--output-file", file)
    subprocess.run(
        [TOOLS / "cyclonedx-py", "environment", *options, python],
        check=True,
        stderr=subprocess.DEVNULL,
    )


def of_wheel(wheel: Path, file: Path) -> None:
    """Of the wheel of the rules and all that it needs, in an environment of its own."""
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    with tempfile.TemporaryDirectory() as folder:
        python = Path(folder, "bin", "python")
        wanted = Path(folder, "wanted.txt")
        wanted.write_text(f"{wheel} --hash=sha256:{digest}\n{_pinned('msgspec')}")
        venv = ("-m", "venv", "--without-pip", folder)
        subprocess.run([TOOLS / "python", *venv], check=True)
        install = ("--python", python, "install", "--quiet", "--requirement", wanted)
        subprocess.run([TOOLS / "pip", *install], check=True)
        of_environment(python, file)


def of_image(name: str, file: Path) -> None:
    """Of what the image's Debian has. A container of it is made for that, and never started."""
    create = ("docker", "create", name)
    made = subprocess.run(create, check=True, capture_output=True, text=True).stdout.strip()
    out = str(file).removesuffix(".cdx.json")
    read = ("generate", "--sbom-type", "cdx", "--root", "-", "--out", out)
    try:
        with subprocess.Popen(("docker", "export", made), stdout=subprocess.PIPE) as exported:
            subprocess.run(
                [TOOLS / "debsbom", *read],
                check=True,
                stdin=exported.stdout,
                stderr=subprocess.DEVNULL,
            )
        if exported.returncode:
            raise CannotStart(f"`docker export` failed: {name} is not listed.")
    finally:
        subprocess.run(("docker", "rm", made), check=True, stdout=subprocess.DEVNULL)


def _pinned(package: str) -> str:
    """Its lines of requirements.txt, with the hashes."""
    pinned = (ROOT / "requirements.txt").read_text()
    found = re.search(rf"^{package}==.*?\n(?=\S)", pinned, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[0]
