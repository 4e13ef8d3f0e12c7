"""Arenas: who meets whom as soon as people are free, breaks, and what time does to them."""
