"""What moderators and administrators do about people, and the log of it."""
