"""Lists of games, and the order of those that wait."""
