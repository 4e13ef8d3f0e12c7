"""The rules of the games: the engine, the registry and one package per game type."""
