"""Tools for the maintainers of a game type: players' reports, package errors, trials on copies of
stored games, and requests to release it."""
