"""Simulated Swiss tournaments at tables of two, written as FIDE's files into a folder: people win,
draw, resign, do not turn up, come late and leave.

    python -m script.judges.tournaments_simulated FOLDER [TOURNAMENTS]
"""

from __future__ import annotations

import os
import random
import sys
from datetime import date
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "boardgames.settings")
django.setup()

from games.models import Tournament  # noqa: E402  it needs the settings
from games.tournaments import report, trf  # noqa: E402
from games.tournaments.kinds.kind import Field, Pairing  # noqa: E402
from games.tournaments.kinds.standing import Board, Seated  # noqa: E402
from games.tournaments.kinds.swiss import Swiss  # noqa: E402

PEOPLE, ROUNDS, TOURNAMENTS = (5, 64), (3, 9), 300
#: How likely it is that somebody leaves or is missing, in each round; and how a game ends.
LEAVES, COMES_LATE = 0.02, 0.1
ENDS = {"win": 60, "draw": 15, "resigned": 12, "absent": 8, "not begun": 3, "both left": 2}


def main(folder: Path, tournaments: int = TOURNAMENTS) -> None:
    for seed in range(tournaments):
        chance = random.Random(seed)
        field = simulate(chance, chance.randint(*PEOPLE), chance.randint(*ROUNDS))
        made = report.report_of(_head(seed), field, (0, 0), _entries(field, chance))
        for form, write in trf.FORMS.items():
            written = write(made).encode()
            (folder / f"{seed:03}.{form}").write_bytes(written)


def simulate(chance: random.Random, people: int, rounds: int) -> Field:
    """A tournament after its last round."""
    here = Tournament(kind="swiss", type="imhotep", players=2, rounds=rounds, points=[1, 0], days=5)
    here.tie_breaks = list(Swiss.tie_breaks)
    seeded = list(range(1, people + 1))
    missing = {each: chance.randint(2, 3) for each in seeded if chance.random() < COMES_LATE}
    left: set[int] = set()
    boards: list[Board] = []
    for number in range(1, rounds + 1):
        absent = left | {each for each, since in missing.items() if since > number}
        pairings = Swiss().due(Field(here, seeded, frozenset(absent), boards))
        leave = {each for each in seeded if chance.random() < LEAVES}
        boards = [*boards, *(_played(each, leave, chance) for each in pairings)]
        left |= leave
    return Field(here, seeded, frozenset(left), boards)


def _played(pairing: Pairing, leave: set[int], chance: random.Random) -> Board:
    people = list(pairing.entrants)
    if len(people) == 1:
        return Board(pairing.place, (Seated(people[0], 1),), "bye")
    [end] = chance.choices(list(ENDS), list(ENDS.values()))
    loser = chance.choice([each for each in people if each in leave] or people)
    if end == "not begun":
        return Board(pairing.place, tuple(Seated(each, 1) for each in people), "unplayed")
    if end == "draw" and not leave.intersection(people):
        return Board(pairing.place, tuple(Seated(each, 1) for each in people), "played")
    gone = {loser} if end != "win" or loser in leave else set()
    if end == "both left":
        gone = set(people)
    how = "walkover" if end == "absent" else "played"
    seated = tuple(Seated(each, 1 + (each == loser), left=each in gone) for each in people)
    return Board(pairing.place, seated, how)


def _head(seed: int) -> trf.Head:
    return trf.Head(
        f"Simulated {seed}", "anna", "simulation", date(2026, 11, 1), date(2026, 11, 30), {}
    )


def _entries(field: Field, chance: random.Random) -> dict[int, trf.Entry]:
    ratings = sorted((chance.randint(800, 2400) for _each in field.seeded), reverse=True)
    return {
        each: trf.Entry(f"player-{each}", rating)
        for each, rating in zip(field.seeded, ratings, strict=True)
    }


if __name__ == "__main__":
    main(Path(sys.argv[1]), *map(int, sys.argv[2:]))
