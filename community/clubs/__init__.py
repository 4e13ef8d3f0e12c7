"""Clubs: people who play together. What is played in them is not known here."""
