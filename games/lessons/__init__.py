"""Practice games: lessons that teach a first game, and playing on from a position.

They are real games of the service for one person, and do not count (``Game.practice``).
"""
