"""The author's workbench, in development only: a position of a game type for every seat.

It can be played on, edited and saved, always with the present code.
"""
