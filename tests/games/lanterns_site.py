"""Our site with the example game in its catalogue, as an ASGI application."""

from games.rules import registry

registry.OWN = (*registry.OWN, "example")  # before the settings look into the catalogue

from boardgames.asgi import application  # noqa: E402

__all__ = ["application"]
