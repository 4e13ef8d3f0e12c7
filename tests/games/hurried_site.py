"""A site whose sockets look each second whether all is well, where they would each minute."""

from tests.games.lanterns_site import application  # isort: split

from accounts.sessions import sockets
from games.live import presence

__all__ = ["application"]

sockets.LOOK_AGAIN = 1.0
presence.RENEWED = 0.5
