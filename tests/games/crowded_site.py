"""A site in which a person has two places for sockets, and tries again after two seconds."""

from tests.games.lanterns_site import application  # isort: split

from accounts.sessions import sockets

__all__ = ["application"]

sockets.PER_PERSON = 2
sockets.TRY_AGAIN = 2
