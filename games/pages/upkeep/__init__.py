"""The pages of those who look after game types, and of who reports a fault to them."""
