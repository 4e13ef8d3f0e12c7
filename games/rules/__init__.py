"""The rules of the games: the engine, the registry and one package per game type."""

from . import compiled

compiled.use(__name__)
