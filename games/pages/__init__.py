"""The pages about games: catalogue, lobby, my games, and the table where people play."""
