"""Kinds of tournaments: who meets whom, and who stands where."""
