"""The client of a request, for limits."""

from ipaddress import ip_address, ip_network

from allauth.account.adapter import get_adapter
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest


def network_of(address: str) -> str:
    """The address; for IPv6 its network, all of which belongs to one client."""
    ip = ip_address(address)
    if ip.version == 4 or ip.is_loopback:
        return address
    return str(ip_network((ip, 64), strict=False))


def client_of(request: HttpRequest) -> str:
    """The network behind the configured number of proxies."""
    try:
        return network_of(str(get_adapter().get_client_ip(request)))
    except (PermissionDenied, ValueError):
        return "unknown"
