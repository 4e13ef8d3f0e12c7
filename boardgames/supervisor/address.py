"""The address that the service listens at, and its name."""

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
        """An address that is free to listen at; port 0 picks a free one."""
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        with socket.socket(family) as probe:
            # Like the web server: a port whose last user has just ended is free.
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
        """The URL to open on this machine."""
        host = self.reachable_host
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}"

    @property
    def reachable_host(self) -> str:
        return _ANY.get(self.host, self.host)

    @property
    def host_header(self) -> str:
        """A host name that the settings allow."""
        return urlsplit(variables.SITE_URL.read()).netloc

    @property
    def is_loopback(self) -> bool:
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False
