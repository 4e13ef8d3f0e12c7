"""Several things in words, and amounts of goods."""

import pytest
from django.utils import translation

from games.rules.engine import Name, Player, Text, _, by_player, counted, goods, listed, ngettext
from games.words.texts import plain

PEOPLE = ["Anna", "Ben", "Cleo"]
NAMES: dict[str, Name] = {"peat": _("peat"), "coin": ngettext("{n} coin", "{n} coins")}


def said(text: Text) -> str:
    return plain(text, PEOPLE)


def test_goods_are_said_in_the_order_of_their_names_and_not_of_the_data() -> None:
    assert said(goods({"coin": 1, "peat": 2}, NAMES)) == "2 peat, 1 coin"
    assert said(goods({"peat": 1, "coin": 2}, NAMES)) == "1 peat, 2 coins"


@pytest.mark.parametrize("amounts", [{}, {"peat": 0}])
def test_no_goods_are_nothing_in_either_language(amounts: dict[str, int]) -> None:
    assert said(goods(amounts, NAMES)) == "nothing"
    with translation.override("de"):
        assert said(goods(amounts, NAMES)) == "nichts"


def test_none_of_a_good_is_said_where_it_is_asked_for() -> None:
    assert said(counted(0, NAMES["coin"])) == "0 coins"


def test_things_and_people_are_listed() -> None:
    assert said(listed([Text("one"), Text("two")])) == "one, two"
    assert said(listed(map(Player, (2, 0)))) == "Cleo, Anna"
    assert said(listed([Player(1)])) == "Ben"


def test_shares_are_said_by_seat() -> None:
    assert said(by_player([3, 0])) == "Anna 3, Ben 0"
    assert said(by_player({1: Text("a stone")})) == "Ben a stone"
