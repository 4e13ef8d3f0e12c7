"""The kinds of tournaments: their pairings and standings."""
