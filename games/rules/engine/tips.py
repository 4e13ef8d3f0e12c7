"""Tips for the next game, after a player's first whole game, from what they did in it.

A game type brings them as ``TIPS`` in its ``table``; those that weigh most in the game are told.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .state import Choice, Part
from .words import Text, _


@dataclass(frozen=True)
class Played:
    """A finished game as the player of ``seat`` knows it.

    ``points`` of everybody by source, the seat's choices with their kinds of decision, and its
    final view.
    """

    seat: int
    points: Sequence[Mapping[str, int]]
    choices: Sequence[tuple[str, Choice]]
    view: Mapping[str, Any]
    options: Mapping[str, Any] = field(default_factory=dict)

    def mine(self, *sources: str) -> int:
        """The seat's points from these sources."""
        return self._of(self.points[self.seat], sources)

    def theirs(self, *sources: str) -> int:
        """The most points that one of the others has from them."""
        others = (own for seat, own in enumerate(self.points) if seat != self.seat)
        return max((self._of(own, sources) for own in others), default=0)

    def behind(self, *sources: str) -> int:
        """How many points more the best of the others has from them; below 0 if fewer."""
        return self.theirs(*sources) - self.mine(*sources)

    def times(self, kind: str, *parts: Part | None) -> int:
        """How often the seat chose so at a kind of decision.

        None stands for any part; parts after those that are named may be anything.
        """
        return sum(
            asked == kind
            and len(choice) >= len(parts)
            and all(part in (None, made) for part, made in zip(parts, choice, strict=False))
            for asked, choice in self.choices
        )

    @staticmethod
    def _of(own: Mapping[str, int], sources: Sequence[str]) -> int:
        return sum(own.get(source, 0) for source in sources)


@dataclass(frozen=True)
class Tip:
    """A tip of at most two sentences; functions of the ``Played`` can stand for values in it.

    And about how many points it could have brought, 0 if it does not apply.
    """

    text: str | Text
    weight: Callable[[Played], float]

    def said(self, played: Played) -> Text:
        """The text with the values of this game."""
        if not isinstance(self.text, Text):
            return Text(self.text)
        values = {
            name: value(played) if callable(value) else value
            for name, value in self.text.values.items()
        }
        return Text(self.text.message, self.text.plural, **values)


def heaviest(tips: Sequence[Tip], played: Played, most: int) -> list[Text]:
    """The texts of the tips that weigh most in this game, without those that do not apply."""
    weighed = [(tip.weight(played), tip) for tip in tips]
    fit = sorted((each for each in weighed if each[0] > 0), key=lambda each: -each[0])
    return [tip.said(played) for _weight, tip in fit[:most]]


def compared(source: str, name: str, advice: str) -> Tip:
    """A tip for a player with fewer points from a source than another: its name, both numbers,
    advice."""
    text = Text(
        _("{source}: {mine} for you, at most {theirs} for the others. {advice}"),
        source=Text(name),
        mine=lambda played: played.mine(source),
        theirs=lambda played: played.theirs(source),
        advice=Text(advice),
    )
    return Tip(text, lambda played: played.behind(source))
