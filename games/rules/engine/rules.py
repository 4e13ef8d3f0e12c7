"""What a game type is made of: named steps, kinds of decisions, a view, and a few hooks.

A rules module makes one :class:`Rules` object and registers its parts with it::

    rules = Rules("imhotep", _("Imhotep"), State, players=(2, 3, 4), package=__package__)

    @rules.step
    def unload(game, boat): ...

    @rules.decision
    class TakeMarketCard(Kind): ...
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from .chance import Shuffler
from .course import LONGEST
from .decision import Decision
from .errors import BadOptions, RulesError, blame
from .fields import check_fields
from .game import ENGINE_STEPS, Game
from .interface import UNDECLARED
from .kinds import OUTCOMES, POINTS, GameType, Kind, Option
from .levels import GOOD, LEVELS, Levels
from .play import Bot, first_choice, random_choice
from .state import Choice, Json, State

S = TypeVar("S", bound=State)
F = TypeVar("F", bound=Callable[..., None])
K = TypeVar("K", bound="type[Kind]")


class Rules(GameType[S]):
    """A game type.

    * ``package``: the dotted package whose ``table`` folder draws the board.
    * ``agreed_draw``: two players may end a game by agreeing on a draw.
    * ``longest``: for the checks a game with more choices has no end.
    * ``counts_after``: a game counts for ratings and records once everybody has ended this many
      turns, about a tenth of what a whole game has.
    * ``outcome``: ``"points"`` decide a game, or it is won, lost or drawn without any (``"win"``).
    * ``offer_lapses``: whoever is offered a draw declines it by moving.
    * ``written_for``: the version of the interface for authors that the package knows.
    """

    def __init__(
        self,
        slug: str,
        name: str,
        state: type[S],
        *,
        players: tuple[int, ...],
        package: str,
        options: Sequence[Option] = (),
        version: int = 1,
        agreed_draw: bool = True,
        longest: int = LONGEST,
        counts_after: int = 1,
        outcome: str = POINTS,
        offer_lapses: bool = False,
        written_for: str = UNDECLARED,
    ) -> None:
        if outcome not in OUTCOMES:
            raise RulesError(f"{slug}: outcome={outcome!r} is none of {', '.join(OUTCOMES)}")
        if offer_lapses and not agreed_draw:
            raise RulesError(
                f"{slug}: offer_lapses=True is about draws that players offer, and "
                "agreed_draw=False forbids these: leave out one of them"
            )
        super().__init__(slug, state, dict(ENGINE_STEPS), outcome)
        check_fields(state)
        self.name = name
        self.players = players
        self.package = package
        self.options = tuple(options)
        self.version = version
        self.agreed_draw = agreed_draw
        self.longest = longest
        self.counts_after = counts_after
        self.offer_lapses = offer_lapses
        self.written_for = written_for
        self.bots: dict[str, Bot] = {"random": random_choice, "first": first_choice}
        #: How its bots play, and what has been measured about that.
        self.levels = Levels()

    # Registration -----------------------------------------------------------------------------

    def step(self, function: F) -> F:
        """Register a step under its own name, for ``game.then(function, …)``."""
        self._add(self.steps, function.__name__, function)
        return function

    def decision(self, kind: K) -> K:
        """Register a kind of decision; its name is the class's in snake case."""
        kind.name = re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()
        self._add(self.kinds, kind.name, kind())
        return kind

    def _add(self, table: dict[str, Any], name: str, part: Any) -> None:
        if name in table:
            raise RulesError(f"{self.slug} has two parts named {name!r}")
        table[name] = part

    def setup(self, function: Callable[[Game[S]], None]) -> Callable[[Game[S]], None]:
        """Register the function that fills a fresh state and pushes the first steps."""
        self.hooks.setup = function
        return function

    def view(
        self, function: Callable[[Game[S], int | None], Json]
    ) -> Callable[[Game[S], int | None], Json]:
        """Register the function that builds, from scratch, all that a seat (None: a spectator) may
        know."""
        self.hooks.view = function
        return function

    def resample(
        self, function: Callable[[Game[S], int | None, Shuffler], None]
    ) -> Callable[[Game[S], int | None, Shuffler], None]:
        """Register the function that deals anew, in place, everything a seat has not been told."""
        self.hooks.resample = function
        return function

    def reshuffle(self, function: Callable[[Game[S]], None]) -> Callable[[Game[S]], None]:
        """Register the function that shuffles by ``game.shuffle`` what nobody has seen, such as the
        deck.

        It runs after a moderator's rollback, because what was drawn since is known.
        """
        self.hooks.reshuffle = function
        return function

    def secrets(
        self, function: Callable[[Game[S], int | None], Json]
    ) -> Callable[[Game[S], int | None], Json]:
        """Register the function for what a seat has not been told, by name.

        ``{"deck": […], "hands": […]}``. Only the checks call it: nothing tells it, and ``resample``
        deals each of them anew.
        """
        self.hooks.secrets = function
        return function

    def standing(
        self, function: Callable[[Game[S]], list[dict[str, int]]]
    ) -> Callable[[Game[S]], list[dict[str, int]]]:
        """Register the public points per seat and source, as if the game ended now."""
        self._needs_points("standing")
        self.hooks.standing = function
        return function

    def scored(
        self, function: Callable[[Game[S]], list[dict[str, int]]]
    ) -> Callable[[Game[S]], list[dict[str, int]]]:
        """Register the public points per seat and source scored so far.

        Only if ``standing`` has more: what would come at the end.
        """
        self._needs_points("scored")
        self.hooks.scored = function
        return function

    def _needs_points(self, hook: str) -> None:
        if self.outcome != POINTS:
            raise RulesError(
                f"{self.slug} has no points for @rules.{hook}: what a position is worth to a bot "
                "comes from @rules.worth"
            )

    # For the search (``engine/search``), which works without any of these, and better with them.

    def worth(self, function: Callable[[Game[S], int], float]) -> Callable[[Game[S], int], float]:
        """Register an estimate of a seat's position, in points; by default ``standing``.

        Without points: of 100 games from here, how many the seat wins.
        """
        self.hooks.worth = function
        return function

    def candidates(
        self, function: Callable[[Game[S], Decision, list[Choice]], list[Choice]]
    ) -> Callable[[Game[S], Decision, list[Choice]], list[Choice]]:
        """Register the order of choices: first the bot's own, then the most promising; some may be
        left out.

        By default each is tried, and ``worth`` decides.
        """
        self.hooks.candidates = function
        return function

    def forcing(
        self, function: Callable[[Game[S], Decision, list[Choice]], list[Choice]]
    ) -> Callable[[Game[S], Decision, list[Choice]], list[Choice]]:
        """Register which of these choices change a lot, as a capture does.

        A position is not judged before they have been tried. Only the search for replies uses
        them; by default there are none.
        """
        self.hooks.forcing = function
        return function

    def policy(
        self, function: Callable[[Game[S], Decision, random.Random], Choice]
    ) -> Callable[[Game[S], Decision, random.Random], Choice]:
        """Register who plays on in a sample, for all seats: quick, and nothing is hidden from it.

        By default the best by ``worth`` of three random choices.
        """
        self.hooks.policy = function
        return function

    def horizon(self, function: Callable[[Game[S]], int]) -> Callable[[Game[S]], int]:
        """Register a number that rises with each round, where ``worth`` can judge a position.

        By default games are played to their end.
        """
        self.hooks.horizon = function
        return function

    def samples(
        self, function: Callable[[Game[S], int, random.Random], Iterator[Game[S]]]
    ) -> Callable[[Game[S], int, random.Random], Iterator[Game[S]]]:
        """Register an iterator over games that a seat could not tell from this one.

        It is worth it if many are cheaper than as many calls of ``resample``.
        """
        self.hooks.samples = function
        return function

    def migrate(self, function: Callable[[Json, int], Json]) -> Callable[[Json, int], Json]:
        """Register the function that turns an older version's state (a plain dict) into today's."""
        self.hooks.migrate = function
        return function

    def bot(self, function: Bot) -> Bot:
        """Register a bot, a function from what its seat has seen to a choice, under its name."""
        self._add(self.bots, function.__name__, function)
        return function

    # Use --------------------------------------------------------------------------------------

    @property
    def folder(self) -> Path | None:
        """Where its package lies; None for rules that are no package."""
        folders = getattr(import_module(self.package), "__path__", ()) if self.package else ()
        return next(map(Path, folders), None)

    @property
    def best_bot(self) -> str:
        """The name of the package's own bot; of random play, if it has none."""
        others = ("random", "first", *LEVELS)
        return next((name for name in self.bots if name not in others), "random")

    def level_of(self, bot: str) -> str | None:
        """The level at which a bot plays; None for one that is at none of them."""
        return GOOD if bot == self.best_bot else bot if bot in LEVELS else None

    def check_options(self, options: Json) -> dict[str, str | int | bool]:
        """All options with their values, defaults filled in; BadOptions names what is wrong."""
        known = {option.name: option for option in self.options}
        for name, value in options.items():
            if name not in known:
                raise BadOptions(f"{self.slug} has no option {name!r:.80}; it has {sorted(known)}")
            if not known[name].accepts(value):
                raise BadOptions(
                    f"option {name!r} cannot be {value!r:.80}; it may be {list(known[name].values)}"
                )
        return {option.name: options.get(option.name, option.default) for option in self.options}

    def new(self, players: int, options: Json, seed: bytes) -> Game[S]:
        """A fresh game, set up and run to its first decision."""
        if players not in self.players:
            raise BadOptions(f"{self.slug} is for {list(self.players)} players, not {players}")
        for hook, what in ((self.hooks.setup, "set-up"), (self.hooks.view, "view")):
            if hook is None:
                name = what.replace("-", "")
                raise RulesError(f"{self.slug} has no {what}: register one by @rules.{name}")
        state = self.state_type(players=players, options=self.check_options(options), seed=seed)
        game = Game(self, state)
        game.start()
        return game

    def load(self, data: bytes, version: int | None = None) -> Game[S]:
        """A saved game; one saved by an older ``version`` is migrated in memory. RulesError for
        one that this release cannot read."""
        try:
            if version is None or version == self.version:
                return Game(self, self.decode(data))
            if version > self.version or self.hooks.migrate is None:
                raise RulesError(
                    f"{self.slug} {self.version} cannot read a game of version {version}"
                )
            old = self.hooks.migrate(msgspec.msgpack.decode(data), version)
            return Game(self, msgspec.convert(old, self.state_type))
        except Exception as error:
            said = f"{self.slug}: the state cannot be read: {type(error).__name__}: {error}"
            raise blame(error, said, self.hooks.migrate) from error
