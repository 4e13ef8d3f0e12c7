"""Pages of game types, and for creating a game."""
