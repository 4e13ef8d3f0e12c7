"""The Oracle and The Demon."""

from __future__ import annotations

import random

from games.rules.bali.state import Bali
from games.rules.engine import Game
from games.rules.engine.testing import known_to

from .positions import asked, choices, hold, kinds, new, play, told, village


def about_to_deal(*deck: str, altar: list[tuple[str, bool]] | None = None) -> Game[Bali]:
    """Seat 0 has two cards to take, the first of which empties row 0; ``deck`` is dealt then."""
    game = new(oracle=True)
    game.state.deck = ["rice", "rice", *reversed(deck)]
    village(game, ["priest"], ["rice"] * 4, ["rice"] * 4, ["rice"] * 4)
    hold(game, 0, "peanut", "peanut", "banana", stones=2)
    if altar is not None:
        game.state.altar = list(altar)
    play(game, ("play", "peanut", 2))
    return game


class TestOracle:
    def test_one_card_of_each_kind_lies_face_down_on_the_altar(self) -> None:
        game = new(oracle=True)
        state = game.state
        assert sorted(kind for kind, _up in state.altar) == sorted(kinds())
        assert not any(up for _kind, up in state.altar)
        assert state.supply == kinds(rice=21, peanut=21, banana=21, paprika=21)
        assert len(state.deck) == 42
        assert state.deck.count("oracle") == 8
        assert not any("oracle" in row for row in state.rows)

    def test_an_oracle_shortens_the_row_and_allows_a_look(self) -> None:
        game = about_to_deal("priest", "oracle", "shrine", "stonemason")
        events = play(game, (0,))
        assert game.state.rows[0] == ["priest", "shrine", "stonemason"]
        assert game.state.box == ["oracle"]
        assert told(events, "dealt")[0]["oracles"] == 1
        assert asked(game) == [(0, "consult_oracle")]
        play(game, ("pass",))
        assert asked(game) == [(0, "take_card")]

    def test_several_oracles_in_a_row_allow_one_look(self) -> None:
        game = about_to_deal("oracle", "oracle", "priest", "oracle")
        play(game, (0,), ("pass",))
        assert asked(game) == [(0, "take_card")]
        assert game.state.rows[0] == ["priest"]

    def test_a_row_of_oracles_is_dealt_again(self) -> None:
        game = about_to_deal(*["oracle"] * 4, "priest", "shrine", "rice", "stonemason")
        play(game, (0,))
        assert game.state.rows[0] == ["priest", "shrine", "rice", "stonemason"]
        assert game.state.box == ["oracle"] * 4
        assert asked(game) == [(0, "consult_oracle")]

    def test_of_an_altar_of_one_card_that_card_is_taken_without_a_question(self) -> None:
        """ "Er muss eine Karte nehmen": everybody sees that there is one alone."""
        game = about_to_deal("priest", "oracle", "shrine", "stonemason", altar=[("rice", True)])
        state = game.state
        state.foundation, state.ledger = [], [("add", 0, "rice")]
        had = state.offerings[0]["rice"]
        events = play(game, (0,), ("look",))
        assert [event.kind for event in events][-2:] == ["looked", "took_from_altar"]
        assert (state.altar, state.offerings[0]["rice"]) == ([], had + 1)
        assert asked(game) == [(0, "take_card")]

    def test_its_first_cards_are_others_once_moderators_have_taken_the_game_back(self) -> None:
        game = new(oracle=True)
        found = set()
        for epoch in range(1, 40):
            game.begin_epoch(epoch)
            assert game.state.altar == [(kind, False) for kind in game.state.foundation]
            assert sorted(game.state.foundation) == sorted(kinds())
            found.add(tuple(game.state.foundation))
        assert len(found) > 12

    def test_of_its_first_cards_those_that_a_look_has_shown_stay(self) -> None:
        """Two cards lie on them when somebody looks at four, so that two of them are unseen."""
        game = about_to_deal("priest", "oracle", "shrine", "stonemason")
        for kind in ("rice", "banana"):
            game.state.altar.append((kind, True))
            game.state.ledger.append(("add", 0, kind))
        play(game, (0,), ("look",))
        foundation, altar, shown = game.state.foundation[:], game.state.altar[:], game.view(0)
        found = set()
        for epoch in range(1, 20):
            game.begin_epoch(epoch)
            assert (game.state.foundation[2:], game.state.altar[2:]) == (foundation[2:], altar[2:])
            assert [kind for kind, _up in game.state.altar[:4]] == game.state.foundation
            assert game.view(0)["altar"] == shown["altar"]
            found.add(tuple(game.state.foundation))
        assert len(found) == 2

    def test_a_player_who_looks_takes_one_of_the_top_four_and_the_order_stays(self) -> None:
        altar = [
            ("rice", False),
            ("peanut", True),
            ("banana", False),
            ("paprika", True),
            ("rice", True),
        ]
        game = about_to_deal("oracle", "priest", "priest", "priest", altar=altar)
        events = play(game, (0,), ("look",))
        looked = events[-1]
        assert looked.seen_by(0)["kinds"] == ["rice", "paprika", "banana", "peanut"]
        assert "kinds" not in looked.seen_by(1)
        assert game.barrier
        assert game.view(0)["altar"]["seen"] == ["rice", "paprika", "banana", "peanut"]
        assert game.view(1)["altar"]["seen"] is game.view(None)["altar"]["seen"] is None
        assert choices(game) == [(1,), (2,), (3,), (4,)]
        events = play(game, (3,))
        assert game.state.altar == [altar[0], altar[1], altar[3], altar[4]]
        assert game.state.offerings[0]["banana"] == 2
        taken = events[0]
        assert taken.seen_by(0) == {"seat": 0, "kind": "banana", "place": 3}
        assert taken.seen_by(2) == {"seat": 0}

    def test_the_new_top_card_shows_if_it_lies_face_up(self) -> None:
        game = about_to_deal(
            "oracle", "priest", "priest", "priest", altar=[("rice", True), ("peanut", False)]
        )
        play(game, (0,), ("look",), (1,))
        assert game.view(1)["altar"] == {
            "number": 1,
            "top": "rice",
            "seen": None,
            "counts": None,
            "values": None,
        }

    def test_fewer_than_four_cards_and_none(self) -> None:
        few = about_to_deal("oracle", *["priest"] * 3, altar=[("rice", False), ("peanut", False)])
        play(few, (0,), ("look",))
        assert choices(few) == [(1,), (2,)]
        none = about_to_deal("oracle", *["priest"] * 3, altar=[])
        play(none, (0,))
        assert asked(none) == [(0, "take_card")]

    def test_the_look_comes_before_the_scoring(self) -> None:
        game = about_to_deal("priest", "priest", "priest", "oracle")
        play(game, (1,))
        events = play(game, (0,))
        assert asked(game) == [(0, "consult_oracle")]
        assert told(events, "scored") == []
        events = play(game, ("look",), (1,))
        assert told(events, "scored")[0]["card"] == "priest"

    def test_the_end_leaves_the_oracle_unheard(self) -> None:
        game = about_to_deal()
        game.state.deck = ["oracle", "priest"]
        play(game, (0,))
        assert game.result() is not None


class TestDemon:
    def test_it_starts_on_the_first_row_and_closes_it(self) -> None:
        game = new(demon=True)
        hold(game, 0, "stonemason", "rice", "rice")
        play(game, ("play", "stonemason"))
        assert choices(game) == [(1,), (2,), (3,)]
        assert [row["open"] for row in game.view(None)["rows"]] == [False, True, True, True]

    def test_each_priest_played_drives_it_on_and_around(self) -> None:
        game = new(demon=True)
        for row in (1, 2, 3, 0):
            hold(game, game.state.active, "priest", "rice", "rice")
            events = play(game, ("play", "priest"))
            assert told(events, "demon_moved") == [{"row": row}]
            assert (row,) not in choices(game)
            village(game, *([["rice", "stonemason", "stonemason"]] * 4))
            play(game, choices(game)[0])

    def test_without_the_variant_there_is_none(self) -> None:
        game = new()
        hold(game, 0, "priest", "rice", "rice")
        events = play(game, ("play", "priest"))
        assert told(events, "demon_moved") == []
        assert len(choices(game)) == 4


class TestKnowledge:
    """What a resample may change and what it must not."""

    def looked(self) -> Game[Bali]:
        game = about_to_deal("oracle", "priest", "priest", "priest")
        play(game, (0,), ("look",))
        return game

    def test_a_player_who_looked_knows_the_cards_and_nobody_else_does(self) -> None:
        game = self.looked()
        rng = random.Random(1)
        altars: dict[int | None, set[tuple[str, ...]]] = {seat: set() for seat in (0, 1, 2, None)}
        for seat, seen in altars.items():
            for _sample in range(30):
                other = game.resample(seat, rng)
                assert known_to(other, seat) == known_to(game, seat)
                seen.add(tuple(kind for kind, _up in other.state.altar))
        assert len(altars[0]) == 1
        assert all(len(altars[seat]) > 10 for seat in (1, 2, None))

    def test_a_card_taken_from_the_altar_stays_secret(self) -> None:
        game = self.looked()
        play(game, (2,))
        rng = random.Random(1)
        own = [tuple(game.resample(0, rng).state.offerings[0].values()) for _sample in range(20)]
        assert len(set(own)) == 1
        others = [tuple(game.resample(1, rng).state.offerings[0].values()) for _sample in range(20)]
        assert len(set(others)) == 4

    def test_a_face_down_card_may_be_any_that_its_owner_could_spare(self) -> None:
        game = new()
        hold(game, 0, "shrine", "shrine", "priest", stones=14)
        play(game, ("play", "shrine"), ("rice",), ("rice",), ("banana",), ("paprika",))
        rng = random.Random(1)
        seen = {game.resample(1, rng).state.altar[2] for _sample in range(40)}
        assert seen == {(kind, False) for kind in kinds()}
        assert {game.resample(0, rng).state.altar[2] for _sample in range(20)} == {
            ("banana", False)
        }
        # Seat 0 now shows rice and peanuts, so what lies face down was neither.
        game.state.ledger += [("offer", 0, "rice"), ("offer", 0, "peanut")]
        game.state.offerings[0] = kinds(paprika=1)
        game.state.altar += [("rice", True), ("peanut", True)]
        seen = {game.resample(1, rng).state.altar[2] for _sample in range(40)}
        assert seen == {("banana", False), ("paprika", False)}

    def test_start_sets_may_be_any_that_fit_what_was_played(self) -> None:
        game = new()
        state = game.state
        rng = random.Random(1)
        played = state.hands[0][0]
        assert {game.resample(1, rng).state.lacks[0] for _sample in range(40)} == {
            kind for kind in kinds() if kind != state.lacks[1]
        }
        play(game, ("play", played, 1))
        samples = [game.resample(1, rng) for _sample in range(40)]
        assert played not in {other.state.lacks[0] for other in samples}
        for other in samples:
            assert other.state.lacks[1] == state.lacks[1]
            assert sorted(other.state.lacks) == sorted(kinds())
            assert other.state.hands[1] == state.hands[1]

    def test_a_taken_farmer_is_played_before_the_one_of_the_start_set(self) -> None:
        game = new()
        kind = game.state.hands[0][0]
        game.state.hands[0][1] = kind
        play(game, ("play", kind, 1))
        assert game.state.exposed[0] == []
