"""What can be chosen has the words in its name that are seen on it."""

from games.checking.seen import unsaid

MILL = """<g data-target="mill" data-name="{name}"><text>Old Mill</text><text>3</text>
  <g data-target="wheel" data-name="Wheel"><text>Turns</text></g><path d="M0 0"/>
  <title>Not seen</title><span class="visually-hidden">nor this</span></g>"""


def test_a_name_without_a_word_that_is_seen_is_found() -> None:
    mill = MILL.format(name="Mill, level 3")
    assert list(unsaid(mill, {"mill"})) == [("Mill, level 3", {"old"})]


def test_a_name_with_all_of_them_in_whatever_order_is_right() -> None:
    """Numbers are said in words; what lies in a thing is a thing of its own."""
    mill = MILL.format(name="A mill, old: three")
    assert list(unsaid(mill, {"mill"})) == []
    assert list(unsaid(mill, {"mill", "wheel"})) == [("Wheel", {"turns"})]


def test_a_word_may_stand_in_another_case_in_a_name() -> None:
    assert list(unsaid(MILL.format(name="The olden mills"), {"mill"})) == []
    assert list(unsaid(MILL.format(name="Gold mill"), {"mill"})) == [("Gold mill", {"old"})]


def test_of_what_cannot_be_chosen_nothing_is_asked() -> None:
    assert list(unsaid(MILL.format(name="Mill"), set())) == []
