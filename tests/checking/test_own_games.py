"""Our own games pass everything that a game package is checked for, by the command itself."""

import io

import pytest
from django.core.management import CommandError, call_command

from games.checking.table import check_table
from games.management.commands.check_game import OVER_BUDGET
from games.rules import registry
from games.rules.engine.examine import examine
from games.rules.example import rules as lanterns
from tests.rules.many import ALL


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.parametrize("slug", registry.OWN)
def test_it_passes_every_check_and_is_large_enough_on_a_phone(
    slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Noting which lines run takes minutes in games of this size, and their own tests run them.
    monkeypatch.setattr("games.management.commands.check_game.untried", lambda *args: [])
    output, code = io.StringIO(), 0
    try:
        call_command(
            "check_game", slug, every=1 if ALL else 24, browser=True, stdout=output, stderr=output
        )
    except CommandError as error:
        code = error.returncode
    # Budgets are not for a test: some are of the processor's time.
    assert code in (0, OVER_BUDGET), output.getvalue()
    assert "FAULT" not in output.getvalue(), output.getvalue()


@pytest.mark.slow
def test_the_example_passes_every_check() -> None:
    assert examine(lanterns).findings == []
    assert check_table(lanterns).findings == []
