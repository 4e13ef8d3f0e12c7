"""A tournament from its beginning to its end."""
