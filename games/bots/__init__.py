"""Bots: which seats must answer, which process computes the answer, and at which level."""
