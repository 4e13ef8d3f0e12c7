"""Pages of players and of statistics."""
