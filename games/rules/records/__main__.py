"""`python -m games.rules.records FILE`: play recorded games again, and print them for people."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from .. import registry
from .document import Document
from .fairness import Unfair, other_versions, verify
from .reading import BadDocument, documents
from .sheet import sheet
from .wording import NoLanguage


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m games.rules.records",
        description="Play recorded games again by the rules, and print them: each move numbered.",
    )
    parser.add_argument("file", type=Path, help=".json, or .jsonl with many; also .gz or .xz")
    parser.add_argument("--language", default="en", help="of the text: en (default), de")
    parser.add_argument("--game", type=int, metavar="N", help="only the Nth game of the file")
    parser.add_argument("--check", action="store_true", help="print nothing but how many are right")
    asked = parser.parse_args()
    games = moves = 0
    try:
        for number, document in _chosen(documents(asked.file), asked.game):
            _play(document, f"game {number}: " if asked.file.suffix != ".json" else "")
            games, moves = games + 1, moves + len(document["moves"])
            if not asked.check:
                sys.stdout.write(("\n" if games > 1 else "") + sheet(document, asked.language))
        if not games:
            raise BadDocument("there is no such game in it")
    except (OSError, BadDocument, Unfair, NoLanguage) as error:
        sys.exit(f"{asked.file}: {error}")
    if asked.check:
        print(f"games: {games}, moves played again: {moves}, all as recorded")


def _chosen(found: Iterator[Document], wanted: int | None) -> Iterator[tuple[int, Document]]:
    for number, document in enumerate(found, 1):
        if wanted in (None, number):
            yield number, document
        if number == wanted:
            return


def _play(document: Document, which: str) -> None:
    """Unfair where the game is not what its rules make of its moves, or cannot be played here."""
    try:
        versions = other_versions(document)
        if versions:
            rules = registry.get(document["type"])
            raise Unfair(
                f"it was played by version {', '.join(map(str, versions))} of the rules of "
                f"{rules.slug}, and this package has version {rules.version}: use the release "
                "that had it"
            )
        verify(document)
    except (registry.UnknownGameType, Unfair) as error:
        raise Unfair(f"{which}{error}") from error


if __name__ == "__main__":
    main()
