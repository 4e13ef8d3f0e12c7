"""Game types, and making a game."""
