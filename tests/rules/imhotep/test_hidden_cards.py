"""Hidden market cards: nothing that others see tells what somebody holds."""

import random
from typing import Any

import pytest

from games.rules.engine import Game
from games.rules.engine.testing import known_to
from games.rules.imhotep import rules
from games.rules.imhotep.state import Imhotep
from games.rules.imhotep.tables import RED_CARDS

from .positions import BROWN, GREY, WHITE, boat, card, offered, position, standing, stones, told
from .whole_games import EVERYTHING

HIDDEN = {"hidden_cards": True, "new_cards": True}


def test_cards_in_hand_are_the_holder_s_alone() -> None:
    cards = [[card("sail"), card("statue")], [], [], []]
    game = position(options=HIDDEN, cards=cards)
    assert len(game.view(WHITE)["seats"][WHITE]["cards"]) == 2
    for seat in (BROWN, None):
        shown = game.view(seat)["seats"][WHITE]
        assert (shown["cards"], shown["hidden_cards"]) == ([], 2)


def test_what_is_taken_from_the_market_is_told_to_a_player_who_takes_it() -> None:
    market = [card("sail"), card("hammer"), None, None]
    game = position(options=HIDDEN, boats=[boat("b"), boat("..")], market=market)
    game.choose(WHITE, ("sail", 0, "market"))
    events = game.choose(BROWN, (0,))
    taken = next(event for event in events if event.kind == "card_taken")
    assert taken.seen_by(GREY) == {"seat": BROWN, "slot": 0}
    assert taken.seen_by(BROWN) == {"seat": BROWN, "slot": 0, "card": card("sail")}


def test_red_cards_are_seen_by_all() -> None:
    market = [card("sarcophagus"), None, None, None]
    game = position(options=HIDDEN, boats=[boat("b"), boat("..")], market=market)
    events = game.choose(WHITE, ("sail", 0, "market"))
    assert told(events, "card_taken")[0]["card"] == card("sarcophagus")


def test_a_card_laid_out_again_and_taken_in_the_same_move_is_told_to_a_player_who_takes_it() -> (
    None
):
    market = [card("entrance"), None, None, None]
    game = position(
        options=HIDDEN | {"market_side": "D"},
        boats=[boat("bg"), boat("..")],
        market=market,
        coins=[0, 1, 0, 0],
    )
    game.state.market[1] = card("sail")
    game.choose(WHITE, ("sail", 0, "market"))
    game.choose(BROWN, (1,))
    events = game.choose(BROWN, (0,))
    assert told(events, "market_refilled") == [{"slot": 0}]
    taken = next(event for event in events if event.data.get("seat") == GREY)
    assert "card" not in taken.seen_by(BROWN)
    assert game.state.cards[GREY]


def test_points_from_cards_are_shown_at_the_end() -> None:
    cards = [[card("sail"), card("statue")], []]
    game = position(2, options=HIDDEN, cards=cards, round=6, boats=[boat("w")])
    assert "statues" not in standing(game)[WHITE]
    game.choose(WHITE, ("sail", 0, "tomb"))
    result = game.result()
    assert result is not None
    assert result.breakdown[WHITE]["statues"] == 1
    assert len(game.view(None)["seats"][WHITE]["cards"]) == 2


def test_a_hidden_sledge_does_not_show_in_the_limit_before_it_is_used() -> None:
    cards = [[card("sledge"), card("sledge", 1)], [], [], []]
    for held, limit in ((4, 5), (5, 5), (6, 7), (8, 9)):
        game = position(options=HIDDEN, cards=cards, supply=[stones("w" * held), [], [], []])
        assert game.view(BROWN)["seats"][WHITE]["limit"] == limit
        assert game.view(WHITE)["seats"][WHITE]["limit"] == 9


def test_nobody_with_a_card_acts_or_passes_by_himself() -> None:
    """Brown could only pass: done by itself, that would tell that its card cannot be played."""
    game = position(
        2,
        options=HIDDEN,
        supply=[stones("w"), []],
        boats=[boat("...."), boat("...")],
        quarry=[5, 0],
        cards=[[], [card("statue")]],
    )
    game.choose(WHITE, ("place", 0, 0))
    assert game.to_move() == [BROWN]
    assert offered(game, BROWN) == [("pass",)]


def test_a_player_who_holds_no_hidden_card_is_not_asked_what_all_can_see_to_be_forced() -> None:
    """Red cards that are kept for Amun lie open."""
    for held in ([], [card("entrance")]):
        game = position(
            2,
            options={**HIDDEN, "prophecies": True},
            prophecies=["amun", "tomb", "supply"],
            scarabs=[[], [("amun", 0)]],
            supply=[stones("w"), []],
            boats=[boat("...."), boat("...")],
            quarry=[5, 0],
            cards=[[card("sail")], held],
        )
        events = game.choose(WHITE, ("place", 0, 0))
        assert told(events, "passed") == [{"seat": BROWN}]
        assert game.to_move() == [WHITE]


def test_a_player_who_holds_no_card_is_not_asked_for_the_temple_s_point() -> None:
    game = position(
        options={**HIDDEN, "temple_side": "B"},
        boats=[boat("w")],
        placed={"temple": stones("b")},
        supply=[stones("w"), stones("b" * 5), [], []],
    )
    game.choose(WHITE, ("sail", 0, "tomb"))
    assert game.state.scored[BROWN]["temple"] == 1
    assert game.state.round == 2


def test_temple_reward_is_asked_even_where_there_seems_to_be_no_room() -> None:
    for held in ([card("statue")], [card("sledge")]):
        game = position(
            options={**HIDDEN, "temple_side": "B"},
            boats=[boat("w")],
            placed={"temple": stones("b")},
            supply=[stones("w"), stones("b" * 5), [], []],
            cards=[[], held, [], []],
        )
        game.choose(WHITE, ("sail", 0, "tomb"))
        assert game.to_move() == [BROWN]
        assert len(offered(game, BROWN)) == (2 if held == [card("sledge")] else 1)


def test_a_sledge_that_is_used_is_known() -> None:
    game = position(
        options=HIDDEN,
        cards=[[card("sledge"), card("statue")], [], [], []],
        unseen=[card("sledge"), card("statue")],
        supply=[stones("wwww"), stones("b"), stones("g"), stones("k")],
    )
    game.choose(WHITE, ("get",))
    assert game.state.unseen == [card("statue")]
    for seed in range(20):
        other = game.resample(BROWN, random.Random(seed))
        assert card("sledge") in other.state.cards[WHITE]


def test_a_sledge_that_a_full_supply_has_disproved_is_in_no_sample() -> None:
    """White had room for one stone of three: none of the cards that it holds then is a sledge;
    one that it gets later may be."""
    game = position(
        options=HIDDEN,
        cards=[[card("sail"), card("statue")], [], [], []],
        unseen=[card("sail"), card("statue")],
        supply=[stones("wwww"), stones("b"), stones("g"), stones("k")],
    )
    game.state.deck = [c for c in range(48) if c not in game.state.unseen + game.state.market]
    game.choose(WHITE, ("get",))
    assert len(game.state.supply[WHITE]) == 5
    sledges = {card("sledge"), card("sledge", 1)}
    for seed in range(400):
        other = game.resample(BROWN, random.Random(seed)).state
        assert sledges.isdisjoint(other.cards[WHITE])
        assert not RED_CARDS.intersection(other.cards[WHITE])
    game.state.cards[WHITE].append(new := game.state.deck.pop(0))
    game.state.unseen.append(new)
    others = [game.resample(BROWN, random.Random(seed)).state for seed in range(400)]
    assert any(other.cards[WHITE][-1] in sledges for other in others)
    assert all(sledges.isdisjoint(other.cards[WHITE][:-1]) for other in others)


def test_resample_keeps_what_was_seen_and_deals_the_rest_anew() -> None:
    game = position(
        options=HIDDEN,
        cards=[[card("sail"), card("statue")], [card("hammer")], [], []],
        unseen=[card("statue"), card("hammer")],
    )
    held = [set(game.state.cards[WHITE]), set(game.state.cards[BROWN])]
    used = {each for hand in held for each in hand}
    game.state.deck = [
        each for each in range(48) if each not in used and each not in game.state.market
    ]
    dealt = set()
    for seed in range(200):
        other = game.resample(BROWN, random.Random(seed)).state
        assert other.cards[BROWN] == [card("hammer")]
        assert card("sail") in other.cards[WHITE]
        assert not RED_CARDS.intersection(other.cards[WHITE])
        assert sorted(other.unseen) == sorted([card("hammer"), other.cards[WHITE][1]])
        dealt.add(other.cards[WHITE][1])
        everything = [*other.deck, *other.market, *(c for hand in other.cards for c in hand)]
        assert sorted(map(str, everything)) == sorted(map(str, range(48)))
    could = [each for each in (*game.state.deck, card("statue")) if each not in RED_CARDS]
    assert dealt <= set(could)
    assert len(dealt) > len(could) * 0.9


def exchanged(game: Game[Imhotep], seat: int, rng: random.Random) -> Game[Imhotep]:
    """The game with all that others hold, seen or not, dealt anew together with the pile."""
    other = game.copy()
    state = other.state
    places: list[tuple[list[int], int]] = [
        (cards, i)
        for holder, cards in enumerate(state.cards)
        if holder != seat
        for i, held in enumerate(cards)
        if held not in RED_CARDS
    ]
    pool = [cards[i] for cards, i in places] + [c for c in state.deck if c not in RED_CARDS]
    rng.shuffle(pool)
    for cards, i in places:
        cards[i] = pool.pop()
    state.deck = pool + [c for c in state.deck if c in RED_CARDS]
    return other


@pytest.mark.slow
def test_nothing_shown_depends_on_what_others_hold() -> None:
    rng = random.Random(3)
    compared = 0
    for number in range(12):
        options: Any = {**EVERYTHING, "market_side": "BACD"[number % 4]}
        game = rules.new(rng.choice((2, 3, 4)), options, rng.randbytes(32))
        while game.result() is None:
            for seat in range(game.players):
                shown, other = known_to(game, seat), exchanged(game, seat, rng)
                again = known_to(other, seat)
                asked = game.decision(seat)
                for part, value in shown.items():
                    if part != "decision" or asked is not None:
                        assert again[part] == value, part
                compared += 1
            decision = rng.choice(game.decisions())
            events = game.choose(decision.seat, rng.choice(decision.choices))
            for event in events:
                if event.kind in ("card_taken", "card_drawn", "packet_kept"):
                    assert event.data.get("card") in (None, *RED_CARDS)
    assert compared > 1000
