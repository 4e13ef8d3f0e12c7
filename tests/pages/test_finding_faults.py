"""The check of tables and forms finds what lacks for those who hear them."""

import pytest

from tests.pages.accessible import faults

HEAD = '<thead><tr><th scope="col">Source</th><th scope="col">anna</th></tr></thead>'
ROW = '<tr><th scope="row">Temple</th><td>3</td></tr>'
SHIFTED = '<tr><th scope="row">Temple</th><td></td><td>3</td></tr>'


@pytest.mark.parametrize(
    ("html", "found"),
    [
        (f"<table>{HEAD}{ROW}</table>", []),
        (f"<table>{HEAD}{SHIFTED.replace('<td>', '<td aria-hidden=true>', 1)}</table>", []),
        (f"<table>{HEAD}{SHIFTED}</table>", ["table 1 has rows of [2, 3] cells"]),
        (
            f"<table>{HEAD.replace('anna', '')}{ROW}</table>",
            ["table 1 has columns without names: [2]"],
        ),
        (
            f"<table>{HEAD.replace('anna', '<span aria-hidden=true>1</span>')}{ROW}</table>",
            ["table 1 has columns without names: [2]"],
        ),
        (f"<table>{SHIFTED}</table>", ["table 1 has no row of names of its columns"]),
        (
            f"<table>{HEAD.replace(' scope=', ' data-scope=', 1)}{ROW}</table>",
            ["table 1 has heads without a scope"],
        ),
        ("<input name=name required>", ["name is called wrong before anything is typed"]),
        ("<input name=name required aria-invalid=false>", []),
        ("<input name=name aria-invalid=true>", ["name is wrong, and nothing says why"]),
        ("<input name=name aria-invalid=true aria-describedby=why><p id=why>", []),
    ],
)
def test_it_finds_what_lacks(html: str, found: list[str]) -> None:
    assert faults(html) == found
