"""Where the service listens and how it is called."""

import ipaddress
import socket
from dataclasses import dataclass
from urllib.parse import urlsplit

from boardgames.environment import variables
from boardgames.supervisor.errors import CannotStart

_ANY = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  compared with, not bound to


@dataclass(frozen=True)
class Address:
    host: str
    port: int

    @classmethod
    def checked(cls, host: str, port: int) -> "Address":
        """An address that can be listened at; port 0 takes a free one."""
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        with socket.socket(family) as probe:
            # As the web server does it: a port whose last user just ended is free.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
                # A listener that also allows reuse lets us bind, but not listen.
                probe.listen()
            except OSError as error:
                raise CannotStart(
                    f"Cannot listen on port {port} of {host} ({error.strerror}): give another "
                    "with --port N or --host H, or end what uses it."
                ) from error
            return cls(host, int(probe.getsockname()[1]))

    @property
    def url(self) -> str:
        """What a person on this machine opens."""
        host = self.reachable_host
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}"

    @property
    def reachable_host(self) -> str:
        return _ANY.get(self.host, self.host)

    @property
    def host_header(self) -> str:
        """A name that the settings allow."""
        return urlsplit(variables.SITE_URL.read()).netloc

    @property
    def is_loopback(self) -> bool:
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False
