"""What those do who look after a game type: reports of its players, slips of its package, trials on
copies of stored games, and asking for its release."""
