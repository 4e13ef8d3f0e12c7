"""The pages of game types' maintainers, and of players who report an error to them."""
