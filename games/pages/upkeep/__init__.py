"""The pages of people who look after game types, and of players who report a fault to them."""
