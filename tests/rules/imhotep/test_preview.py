"""What unloading at a site now would score: every side, with its numbers."""

import random
from collections.abc import Sequence
from itertools import permutations
from typing import Any

import pytest

from games.rules.engine import Game, Json
from games.rules.imhotep import rules, table
from games.rules.imhotep.flow import final_points
from games.rules.imhotep.preview import unloading
from games.rules.imhotep.sites import board
from games.rules.imhotep.state import Imhotep
from games.rules.imhotep.table.preview import gains_in_order, previews

from .positions import BLACK, BROWN, GREY, WHITE, boat, card, position, stones
from .whole_games import any_options


def scored(site: str, side: str, lying: str, arriving: str, **fields: Any) -> Any:
    """What each of four seats scores at once, least and most, and later."""
    game = position(sides={site: side}, placed={site: stones(lying)}, **fields)
    return unloading(game.state, site, stones(arriving, first=300))


def by_seat(*points: int | tuple[int, int]) -> list[tuple[int, int]]:
    return [each if isinstance(each, tuple) else (each, each) for each in points]


def test_pyramid_a_pays_at_once_field_by_field() -> None:
    # The fields 2, 1, 3 are taken; then come 2, 4, 3.
    found = scored("pyramid", "A", "wbg", "bwb")
    assert found == (by_seat(4, 5, 0, 0), [0, 0, 0, 0])


def test_stones_beside_the_pyramid_bring_one_each() -> None:
    assert scored("pyramid", "A", "w" * 13, "bbg").at_once == by_seat(0, 5, 1, 0)


def test_pyramid_b_says_what_its_owner_may_choose() -> None:
    # The first fields are 2, 3 and a bonus place of 1.
    assert scored("pyramid", "B", "", "w").at_once == by_seat((1, 3), 0, 0, 0)
    # With its first field taken the third pyramid goes on with 2, the second with a bonus place.
    found = scored("pyramid", "B", "wb", "g", fields=[5, 10])
    assert found.at_once == by_seat(0, 0, (1, 2), 0)


def test_pyramid_c_counts_the_bonus_of_imhotep_where_he_stands() -> None:
    # He stands at the left column, whose first field is 2; the others begin with 2 and 2.
    assert scored("pyramid", "C", "", "w").at_once == by_seat((2, 3), 0, 0, 0)


def test_pyramid_d_counts_steps() -> None:
    # The third step of a colour brings 2 and 2 more to the first there; the sixth 3 and 3 more.
    assert scored("pyramid", "D", "wwb", "wb").at_once == by_seat(4 + 0, 2, 0, 0)


def test_temple_a_forgets_no_stone_that_is_covered() -> None:
    # Five places: white and brown lie on the first two, the others fill up and cover white.
    found = scored("temple", "A", "wb", "gggk")
    assert found == (by_seat(0, 0, 0, 0), [-1, 0, 3, 1])


def test_temple_b_counts_points_and_the_point_of_a_choice() -> None:
    # Choice, 2 points, choice, card, choice.
    assert scored("temple", "B", "", "wbgk").later == [1, 2, 1, 0]


def test_temple_c_counts_the_tiles_of_this_round() -> None:
    assert scored("temple", "C", "", "wbw", scaffold=[2, 1, 1, 2, 1]).later == [3, 1, 0, 0]


def test_temple_d_counts_neighbours() -> None:
    assert scored("temple", "D", "w", "wb").later == [2, 1, 0, 0]


def test_tomb_a_joins_areas() -> None:
    # White has two single stones in the first column, brown one between them; the second column
    # goes down from the top: white joins its first stone, brown its own: 3 for each pair.
    assert scored("tomb", "A", "wbw", "wb").later == [2, 2, 0, 0]
    # A third stone there joins all of white's: 1 + 3 become 10.
    assert scored("tomb", "A", "wbww", "ww").later == [4 * 0 + 15 - 4, 0, 0, 0]


def test_tomb_b_counts_rows() -> None:
    # White alone leads the first row for 8; brown comes level with it: (8 + 4) : 2 each.
    assert scored("tomb", "B", "wgg", "b").later == [-2, 6, 0, 0]


def test_tomb_c_counts_the_largest_area_alone() -> None:
    # An area of 2 grows to 3, 3 to 6; a single stone elsewhere brings 1.
    assert scored("tomb", "C", "wwb", "wb").later[WHITE] == 3


def test_tomb_d_pays_tiles_at_once_and_rows_later() -> None:
    tiles = [1, 2, 3, 4] + [1] * 20
    found = scored("tomb", "D", "wb", "wg", crypt=tiles)
    assert found == (by_seat(3, 0, 4, 0), [2 - 1, 0, 1, 0])


def test_obelisks_a_may_take_from_another() -> None:
    # 15 and 10 for two stones and one; brown comes level: 12 each.
    assert scored("obelisks", "A", "wwb", "b").later == [-3, 2, 0, 0]


def test_obelisks_b_settle_the_towers_worth() -> None:
    # Two single stones for 1 each become the first tower for 9.
    assert scored("obelisks", "B", "ww", "w").later == [7, 0, 0, 0]


def test_obelisks_c_counts_height_and_the_tallest() -> None:
    # White from 1 to 3 and tallest with brown no longer alone.
    assert scored("obelisks", "C", "w", "ww").later == [5, 0, 0, 0]


def test_obelisks_d_pays_the_best_tile_left() -> None:
    assert scored("obelisks", "D", "w", "bbw").at_once == by_seat(2, 1 + 3, 0, 0)


def test_nothing_is_changed_by_looking() -> None:
    game = position(sides={"pyramid": "C"}, boats=[boat("wb"), boat("."), boat("."), boat(".")])
    before = game.save()
    unloading(game.state, "pyramid", stones("wbgk"))
    assert game.save() == before


SITES_THAT_PAY = ("pyramid", "temple", "tomb", "obelisks")


def points_at(state: Imhotep, game: Game[Any], site: str) -> list[int]:
    """What a site has paid and would pay, in truth."""
    pending = final_points(game)
    return [points.get(site, 0) for points in pending]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_preview_comes_true(players: int) -> None:
    """In random games of every form: what was foretold of a boat is what it brings."""
    rng = random.Random(players)
    compared = 0
    for _number in range(40):
        game = rules.new(players, any_options(rng), rng.randbytes(32))
        while game.result() is None:
            decision = game.decisions()[0]
            choice = rng.choice(decision.choices)
            sails = choice[0] == "sail" and choice[2] in SITES_THAT_PAY
            if sails and game.state.boats[choice[1]].stones:
                compared += comes_true(game.copy(), choice[1], choice[2])
            game.choose(decision.seat, choice)
    assert compared > 200


def comes_true(game: Game[Any], boat: int, site: str) -> bool:
    """Whether a voyage ended in this round; if so it has brought what was foretold."""
    mover = game.state.active
    found = previews(game.view(mover))[site]["boats"][boat]["seats"]
    round_, before = game.state.round, points_at(game.state, game, site)
    game.choose(mover, ("sail", boat, site))
    while (decision := game.decisions()[:1]) and decision[0].kind == "choose_pyramid":
        game.choose(decision[0].seat, decision[0].choices[0])
    if game.result() or game.state.round > round_ or site == "temple" or game.state.arriving:
        return False
    if game.state.sides.get("pyramid") == "B" and site == "pyramid":
        return False  # a bonus may bring further stones
    gained = [n - b for n, b in zip(points_at(game.state, game, site), before, strict=True)]
    told = {one["seat"]: one for one in found}
    for seat, more in enumerate(gained):
        one = told.get(seat, {"low": 0, "high": 0, "later": 0})
        assert one["low"] + one["later"] <= more <= one["high"] + one["later"]
    return True


def words(game: Game[Any], *choice: Any) -> str:
    """A choice of white's as it is read, seats by number."""
    said = table.label("take_action", (), choice, game.view(WHITE))
    return _plain(said)


def _plain(text: Any) -> str:
    values = {
        name: _plain(value) if hasattr(value, "message") else getattr(value, "seat", value)
        for name, value in text.values.items()
    }
    message = text.message if text.plural is None or values["n"] == 1 else text.plural
    return str(message.format(**values))


def test_a_choice_says_what_it_brings() -> None:
    boats = [boat("wb."), boat("k.."), boat(".."), boat(".")]
    market = [card("statue"), None, None, None]
    game = position(boats=boats, placed={"temple": stones("wbgkw")}, market=market)
    assert words(game, "sail", 0, "pyramid") == "Sail boat 1 to the pyramid: 0 +2, 1 +1"
    assert words(game, "sail", 0, "temple") == "Sail boat 1 to the temple: no points"
    assert words(game, "sail", 0, "market") == "Sail boat 1 to the market: cards for 0"
    game.state.sides["pyramid"] = "B"
    assert words(game, "sail", 0, "pyramid").endswith("0 +1 to +3, 1 +1 to +3")


def test_boats_that_wait_with_stones_are_told_of_at_the_sites_they_may_go_to() -> None:
    boats = [boat("wb."), boat("..."), boat("g.", "tomb"), boat("k")]
    view: Json = position(boats=boats).view(GREY)
    found = previews(view)
    assert set(found["pyramid"]["boats"]) == {0, 3}
    assert not found["tomb"]["boats"]
    assert found["pyramid"]["single"] == []
    assert found["pyramid"]["boats"][0]["seats"][BROWN]["low"] == 1
    assert set(previews({**view, "new_cards": {}})["tomb"]["boats"]) == {0, 3}  # by gangplank
    alone = previews({**view, "private_boats": {}})["pyramid"]["single"]
    assert alone[BLACK]["seats"] == [{"seat": BLACK, "low": 2, "high": 2, "later": 0}]


def asked(game: Game[Any]) -> list[str]:
    """What white is offered, as it is read."""
    decision = game.decision(WHITE)
    assert decision is not None
    view = game.view(WHITE)
    return [
        _plain(table.label(decision.kind, decision.args, one, view)) for one in decision.choices
    ]


def lever(boats: list[Any], **fields: Any) -> Game[Any]:
    """White has played a lever."""
    waiting = [*boats, *[boat(".", "tomb")] * (4 - len(boats))]
    game = position(boats=waiting, cards=[[card("lever")], [], [], []], **fields)
    game.choose(WHITE, ("card", "lever"))
    return game


def test_the_lever_says_what_the_best_and_the_worst_order_bring() -> None:
    # The first fields of the pyramid are 2, 1 and 3; of the obelisks no order changes anything.
    game = lever([boat("wbg")], placed={"obelisks": stones("w")})
    offers = asked(game)
    assert "Sail boat 1 to the pyramid: 0 +1 to +3, 1 +1 to +3, 2 +1 to +3" in offers
    assert "Sail boat 1 to the market: cards for 0, 1, 2" in offers
    assert "Sail boat 1 to the obelisks: 1 +7, 2 +7" in offers
    game.choose(WHITE, (0, "pyramid"))
    assert asked(game) == [
        "Unload: place 1 (0): 0 +2, 1 +1 to +3, 2 +1 to +3",
        "Unload: place 2 (1): 0 +1 to +3, 1 +2, 2 +1 to +3",
        "Unload: place 3 (2): 0 +1 to +3, 1 +1 to +3, 2 +2",
    ]
    game.choose(WHITE, (1,))
    assert asked(game) == [
        "Unload: place 1 (0): 0 +1, 1 +2, 2 +3",
        "Unload: place 3 (2): 0 +3, 1 +2, 2 +1",
    ]


def test_the_lever_says_when_the_order_decides_who_gets_the_cards() -> None:
    game = lever([boat("wbg")], market=[card("statue"), card("chisel"), None, None])
    assert "Sail boat 1 to the market: 2 cards, for the first stones unloaded" in asked(game)
    game.choose(WHITE, (0, "market"))
    assert asked(game)[0] == "Unload: place 1 (0): 2 cards, for the first stones unloaded"
    game.choose(WHITE, (2,))
    assert asked(game)[1] == "Unload: place 2 (1): cards for 2, 1"


@pytest.mark.parametrize("side", "ABCD")
def test_the_lever_foretells_what_each_order_brings(side: str) -> None:
    """Each order is played out: none brings less or more than was foretold."""
    start = lever(
        [boat("wbgb"), boat("."), *[boat(".", "market")] * 2],
        sides=dict.fromkeys(SITES_THAT_PAY, side),
        placed={site: stones("wbwgb") for site in SITES_THAT_PAY},
        fields=[0, 5, 1, 10, 6],
        scaffold=[2, 1, 1, 2, 1],
        crypt=[1, 2, 3, 4] * 6,
    )
    for site in SITES_THAT_PAY:
        told = {one["seat"]: one for one in gains_in_order(start.view(WHITE), site, 0)["seats"]}
        # Of the two brown stones, which are alike, the first one is offered first.
        orders = [order for order in permutations(range(4)) if order.index(1) < order.index(3)]
        brought = [played_out(start, site, order) for order in orders]
        for seat in range(4):
            one = told.get(seat, {"low": 0, "high": 0})
            gained = [way[seat] for way in brought]
            if site == "pyramid" and side in "BC":  # its owner may put a stone elsewhere
                assert one["low"] <= min(gained) <= max(gained) <= one["high"]
            else:
                assert (one["low"], one["high"]) == (min(gained), max(gained))


def played_out(start: Game[Any], site: str, order: Sequence[int]) -> list[int]:
    """What each seat has gained once boat 1 has been unloaded at a site in this order."""
    game = start.copy()
    before = counted(game.state, site)
    game.choose(WHITE, (0, site))
    fields = iter(order)
    while (decision := game.decisions()[0]).kind != "take_action":
        unloads = decision.kind == "unload_next"
        game.choose(decision.seat, (next(fields),) if unloads else decision.choices[0])
    after = counted(game.state, site)
    return [now - then for now, then in zip(after, before, strict=True)]


def counted(state: Imhotep, site: str) -> list[int]:
    """What a site has paid each seat, and would if the round and the game ended now."""
    pending = board(state, site).pending_points(state)
    return [own[site] + more for own, more in zip(state.scored, pending, strict=True)]
