"""Challenges on a ladder, and its deadlines."""
