"""What a table shows of a finished game."""
