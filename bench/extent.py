"""How much is measured."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Extent:
    """`full`: everything, however long it takes. `scale`: of the games in `growth`, where 1 is a
    million games and a hundred million moves. `minutes`: how long `soak` goes on."""

    full: bool = False
    scale: float = 0.01
    minutes: float | None = None
