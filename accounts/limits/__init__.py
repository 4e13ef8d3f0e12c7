"""Limits on attempts, requests and guesses, and what counts as one client."""
