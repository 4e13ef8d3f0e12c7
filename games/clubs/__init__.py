"""What clubs play: their events, the tables made of them, and their results."""
