"""The tables of sentences find what is said and held by nothing, and what is held and not true."""

from games.rules.bali import rules
from tests.rules.sentences import Checks, claims, faults, is_claim, numbers, sentences

SAID = ["A shrine costs 7 stones.", "You may look."]
HERE = "test_sentences.py::test_a_table_that_holds_all_sentences_has_no_fault"


def test_a_table_that_holds_all_sentences_has_no_fault() -> None:
    checks: Checks = {SAID[0]: [7], SAID[1]: ((lambda: True), HERE)}
    assert faults(SAID, checks, __file__) == []


def test_a_sentence_without_a_check_and_a_check_without_its_sentence_are_named() -> None:
    found = faults(SAID, {SAID[0]: [7], "You never look.": HERE}, __file__)
    assert found == [
        "not held by anything: 'You may look.'",
        "not said any more: 'You never look.'",
    ]


def test_another_number_than_that_of_the_rules_is_named() -> None:
    found = faults(SAID, {SAID[0]: [8], SAID[1]: HERE}, __file__)
    assert found == ["says [7], and the rules [8]: 'A shrine costs 7 stones.'"]


def test_what_is_false_and_a_test_that_is_not_there_are_named() -> None:
    checks: Checks = {SAID[0]: "test_moon.py::test_it", SAID[1]: (HERE + "_not", lambda: False)}
    assert faults(SAID, checks, __file__) == [
        "there is no test test_moon.py::test_it: 'A shrine costs 7 stones.'",
        f"there is no test {HERE}_not: 'You may look.'",
        "is false: 'You may look.'",
    ]


def test_a_list_cannot_hold_a_sentence_that_has_no_number() -> None:
    [found] = faults(["You may look."], {"You may look.": []}, __file__)
    assert found.startswith("has no number to compare")


def test_numbers_are_read_in_digits_and_in_words_but_not_where_the_rules_give_them() -> None:
    assert numbers("Twice 12 of {n1} and %(n2)s, not that one of B3.") == [2, 12, 1]
    assert numbers("Everyone may bone up at once.") == []


def test_a_claim_has_a_number_or_a_word_of_law() -> None:
    assert is_claim("Always so.")
    assert is_claim("There are three.")
    assert not is_claim("It is {n} now, mayhap.")


def test_a_page_is_read_by_sentences_without_its_tags() -> None:
    html = "<p><b>Look.</b> It costs&nbsp;2 (or 3.) Really<br>so</p><svg><text>9</text></svg>"
    assert [*sentences(html)] == ["Look.", "It costs 2 (or 3.)", "Really", "so"]
    assert [*sentences("<tr><td>2</td> <td>b</td></tr><tr><th>4</th></tr>")] == ["2 | b", "4"]


def test_what_is_said_is_the_help_the_options_and_the_words_of_the_board() -> None:
    said = claims(rules)
    assert "Ben plays two rice farmers at once and pays 1 stone." in said
    assert "A demon guards one row of the village; each priest played moves it one row on." in said
    assert "{player} cannot pay for a shrine and puts one into the box" in said
    assert "No card may be taken from its row." in said
