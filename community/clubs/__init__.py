"""Clubs: people who play together. This package knows nothing of their games."""
