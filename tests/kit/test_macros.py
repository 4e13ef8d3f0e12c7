"""What docs/macros.md says of the kit's macros is what the templates have."""

from tests.kit.macros import DOCUMENT, document


def test_the_page_of_macros_is_that_of_the_templates() -> None:
    assert DOCUMENT.read_text() == document(), "write it anew: python -m tests.kit.macros"
    assert "`hit(x, y, width, height, radius=8)`" in document()
