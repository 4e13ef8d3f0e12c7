"""Our site with a Lanterns that says what is wrong and fails when all have laid a card."""

from typing import Any

from games.rules import registry
from games.rules.example import rules

registry.OWN = (*registry.OWN, "example")  # before the settings look into the catalogue


def compare(_game: Any) -> None:
    raise ZeroDivisionError("nobody has won")


rules.kinds["lay_card"].prompt = "Lay a card face up"
rules.steps["compare"] = compare

from boardgames.asgi import application  # noqa: E402

__all__ = ["application"]
