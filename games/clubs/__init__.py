"""Play in clubs: their events, the tables of these, and the clubs' results."""
