"""What a table shows of a game that is over."""
