"""Lists of games, and the way through those that wait."""
