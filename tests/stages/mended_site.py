"""Our site with the Lanterns that we have, as version 2."""

from games.rules import registry
from games.rules.example import rules

registry.OWN = (*registry.OWN, "example")  # before the settings look into the catalogue

rules.version = 2
rules.migrate(lambda data, _version: data)

from boardgames.asgi import application  # noqa: E402

__all__ = ["application"]
