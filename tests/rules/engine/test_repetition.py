"""Draws by repetition and by quiet moves: how often a position came up, in a small state."""

import random

import msgspec

from games.rules.engine.repetition import count_position, quiet_moves


def test_a_position_is_counted_whenever_it_comes_up_and_no_other_is() -> None:
    seen: dict[str, int] = {}
    assert [count_position(seen, board, seat) for board, seat in [
        ("0.1", 0), ("0.1", 1), ("01.", 0), ("0.1", 0), ("0.1", 0),
    ]] == [1, 1, 1, 2, 3]  # fmt: skip


def test_lists_and_numbers_are_parts_of_a_position() -> None:
    seen: dict[str, int] = {}
    assert count_position(seen, [0, 1, -1], 3) == 1
    assert count_position(seen, [0, 1], -1, 3) == 1
    assert count_position(seen, [0, 1, -1], 3) == 2


def test_a_position_is_the_same_in_whatever_order_its_parts_are_named() -> None:
    seen: dict[str, int] = {}
    assert count_position(seen, {"a1": 0, "b2": {"king": 1, "rook": 2}}, 0) == 1
    assert count_position(seen, {"b2": {"rook": 2, "king": 1}, "a1": 0}, 0) == 2


def test_moves_are_quiet_until_something_is_forgotten() -> None:
    seen: dict[str, int] = {}
    assert quiet_moves(seen) == 0
    for move in range(4):
        count_position(seen, move % 3)
        assert quiet_moves(seen) == move
    seen.clear()
    count_position(seen, "after a capture")
    assert quiet_moves(seen) == 0


def test_a_hundred_positions_take_a_kilobyte_and_are_told_apart() -> None:
    rng, seen = random.Random(1), dict[str, int]()
    for _move in range(100):
        assert count_position(seen, "".join(rng.choices("01.", k=361)), 0) == 1
    assert len(msgspec.msgpack.encode(seen)) < 1100
