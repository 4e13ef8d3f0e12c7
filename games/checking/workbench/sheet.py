"""The data of a workbench page, in a form for an address or a saved file."""

from __future__ import annotations

import base64
import binascii
import zlib
from itertools import islice
from typing import Any, NamedTuple

import msgspec

from games.checking.positions import play
from games.rules.engine import BadOptions, Game, Json, Rules, RulesError
from games.rules.engine.positions import KeptLine, KeptPosition, Move, follow, loaded

#: Longer ones do not work as addresses.
MOST_BYTES = 1_000_000


class Nonsense(ValueError):
    """The address contains no valid sheet."""


class Sheet(msgspec.Struct, frozen=True, omit_defaults=True):
    """The start of a game, by seed or by a state of some version, and the moves since then."""

    moves: list[Move] = []
    players: int = 0
    options: dict[str, str | int | bool] = {}
    seed: bytes = b""
    state: Json | None = None
    version: int = 0

    @property
    def line(self) -> KeptLine | None:
        """The sheet as a line to save; None if it starts in the middle of a game."""
        if self.state is not None:
            return None
        return KeptLine("", self.players, self.seed, self.options, self.moves)

    def begun(self, rules: Rules[Any]) -> Game[Any]:
        if self.state is not None:
            return loaded(rules, KeptPosition("", self.version, self.state))
        return rules.new(self.players, self.options, self.seed)

    def after(self, moves: int, *further: Move) -> Sheet:
        """The sheet with its first moves, followed by these."""
        return msgspec.structs.replace(self, moves=[*self.moves[:moves], *further])


class Laid(NamedTuple):
    """The game after ``at`` of a sheet's moves, or before the first impossible one.

    ``fault`` gives the reason. None if it cannot even begin.
    """

    game: Game[Any] | None
    at: int
    fault: str = ""


def of_line(line: KeptLine) -> Sheet:
    return Sheet(line.moves, line.players, line.options, line.seed)


def of_position(kept: KeptPosition) -> Sheet:
    return Sheet(state=kept.state, version=kept.version)


def of_state(rules: Rules[Any], state: Any) -> Sheet:
    return Sheet(state=msgspec.to_builtins(state), version=rules.version)


def by_chance(
    rules: Rules[Any], players: int, options: Json, seed: int, bot: str, moves: int
) -> tuple[Sheet, str]:
    """A game between programs, up to this many moves; and what stopped it earlier, if anything."""
    made: list[Move] = []
    begin, fault = Sheet(players=players), ""
    try:
        for position in islice(play(rules, players, options, seed, bot), moves + 1):
            state = position.game.state
            begin = Sheet(players=players, options=state.options, seed=state.seed)
            if position.made:
                made.append(position.made)
    except Exception as error:  # noqa: BLE001  of a bot, whatever it raises
        fault = f"after move {len(made)}: {type(error).__name__}: {error}"
    return begin.after(0, *made), fault


def lay(rules: Rules[Any], sheet: Sheet, at: int | None = None) -> Laid:
    """Play a sheet, up to so many of its moves."""
    try:
        game = sheet.begun(rules)
        game.decisions()
    except (RulesError, BadOptions) as error:
        return Laid(None, 0, str(error))
    except KeyError as error:  # a question that no longer exists
        return Laid(None, 0, f"{rules.slug} has no kind {error}, of which a question is open")
    made = 0
    try:
        for _move in follow(game, sheet.moves[:at]):
            made += 1
    except RulesError as error:  # after which the game must not be used
        return lay(rules, sheet, made)._replace(fault=str(error))
    return Laid(game, made)


def packed(sheet: Sheet) -> str:
    """A sheet for an address."""
    data = zlib.compress(msgspec.json.encode(sheet), 9)
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unpacked(text: str) -> Sheet:
    """The sheet in an address; raises Nonsense for an invalid one."""
    try:
        data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        inflate = zlib.decompressobj()
        return msgspec.json.decode(inflate.decompress(data, MOST_BYTES), type=Sheet)
    except (binascii.Error, ValueError, zlib.error) as error:
        raise Nonsense(f"this address holds no position: {error}") from error
