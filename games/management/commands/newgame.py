"""Creates a starter for a game package, which plays, draws and passes its tests at once."""

import keyword
import re
from argparse import ArgumentParser
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.models import Game
from games.rules import registry

STARTERS = Path(settings.BASE_DIR) / "script" / "starters"
#: The package that is copied for each kind; its name in both forms becomes that of the new one.
KINDS = {"points": "starter", "abstract": "opener"}
POINTS = "points"
_LEFT_OUT = {"__pycache__", ".pytest_cache"}


class Command(BaseCommand):
    help = "Create a game package beside this checkout; script/server --game PATH serves it."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="the name of game type and package: my_game")
        parser.add_argument(
            "--kind",
            choices=KINDS,
            default=POINTS,
            help="a game with points and chance (the default), or without either (abstract)",
        )
        parser.add_argument(
            "--folder", type=Path, help="where to create it; default: beside the checkout"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        name: str = options["name"]
        reason = why_not(name)
        if reason:
            raise CommandError(f"A game cannot be called {name!r}: {reason}.")
        checkout = Path(settings.BASE_DIR).resolve()
        folder = (options["folder"] or checkout.parent).resolve() / name
        if folder.is_relative_to(checkout):
            raise CommandError(
                f"{folder} is in the checkout, where an update would meet it: name a --folder "
                "outside."
            )
        if folder.exists():
            raise CommandError(f"{folder} is already there: take another name, or --folder.")
        try:
            copy_starter(name, folder, options["kind"])
        except OSError as error:
            raise CommandError(f"Cannot write {error.filename}: {error.strerror}.") from error
        self.stdout.write(
            f"{folder} is made. Next, in {checkout}:\n"
            f"  script/server --game {folder} --demo   (or link it: manage.py link {folder})\n"
            f"  .venv/bin/python manage.py check_game {name}   (once it is linked)\n"
            f"  .venv/bin/python -m pytest {folder}\n"
        )


def why_not(name: str) -> str:
    """Why no game can have this name; empty if it can."""
    longest = Game._meta.get_field("type").max_length or 50
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        return "small letters of a to z, digits and _ are allowed, a letter first, as in my_game"
    if len(name) > longest:
        return f"it has more than {longest} letters"
    if keyword.iskeyword(name) or keyword.issoftkeyword(name):
        return "that is a word of Python"
    if name in [rules.slug for rules in registry.all()]:
        return "there is a game type of that name"
    if name in KINDS.values() or find_spec(name) is not None:
        return "Python already has a module of that name"
    return ""


def copy_starter(name: str, folder: Path, kind: str = POINTS) -> None:
    """Copy the starter of this kind under another name, in its file names and contents."""
    title = name.replace("_", " ").strip().capitalize()
    starter, old = STARTERS / kind, KINDS[kind]
    names = {old: name, old.capitalize(): title}  # in one pass: a new name may contain the old one
    either = re.compile("|".join(names))
    for source in sorted(starter.rglob("*")):
        if _LEFT_OUT & set(source.parts) or source.is_dir() or source.suffix == ".mo":
            continue
        text = source.read_text(encoding="utf-8")
        text = either.sub(lambda found: names[found[0]], text)
        path = folder / str(source.relative_to(starter)).replace(old, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
