"""Keys of minisign."""

import subprocess
from pathlib import Path


class Key:
    """A pair without a password: the file of the secret one, the words of the public one."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        self.file, public = folder / "secret", folder / "public"
        self._minisign("-G", "-W", "-s", self.file, "-p", public)
        self.public = public.read_text().split()[-1]

    def sign(self, file: Path) -> None:
        self._minisign("-S", "-s", self.file, "-m", file)

    def _minisign(self, *words: str | Path) -> None:
        subprocess.run(["minisign", *words], check=True, capture_output=True)
