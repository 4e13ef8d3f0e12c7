"""Requests to addresses that users have given reach the public internet and nothing else."""

import datetime
import ipaddress
import socket
import ssl
import time
from collections.abc import Iterator
from email.message import Message
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.core.cache import cache
from django.utils import timezone, translation
from django.utils.http import http_date
from pytest_django import Settings

from boardgames.http import safe_outbound
from boardgames.http.safe_outbound import NotAllowed, NotReached
from tests.elsewhere import Elsewhere, elsewhere


@pytest.fixture
def there() -> Iterator[Elsewhere]:
    with elsewhere() as there:
        yield there


def resolving_to(monkeypatch: pytest.MonkeyPatch, *ips: str) -> list[str]:
    """Names mean these addresses now; gives the list of names that were asked for."""
    asked = []

    def getaddrinfo(host: str, port: int, **kwargs: Any) -> list[tuple[Any, ...]]:
        asked.append(host)
        families = [socket.AF_INET6 if ":" in ip else socket.AF_INET for ip in ips]
        return [
            (family, socket.SOCK_STREAM, 6, "", (ip, port))
            for family, ip in zip(families, ips, strict=True)
        ]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    return asked


def test_a_request_arrives_with_its_headers_and_body(there: Elsewhere) -> None:
    there.status, there.body = 201, "schön".encode()
    answer = safe_outbound.post(
        there.url("/a b".replace(" ", "%20") + "?c=d"), b"hello", {"TTL": "60"}
    )
    assert (answer.status, answer.good, answer.text) == (201, True, "schön")
    [got] = there.got
    assert (got.path, got.body, got.headers["TTL"]) == ("/a%20b?c=d", b"hello", "60")
    assert got.headers["Host"] == f"127.0.0.1:{there.port}"


@pytest.mark.parametrize(
    "url",
    [
        "",
        "nonsense",
        "https://",
        "https:///path",
        "ftp://example.org/",
        "file:///etc/passwd",
        "gopher://127.0.0.1:6379/_FLUSHALL",
        "http://example.org/",
        "http://localhost.example.org/",
        "https://user@example.org/",
        "https://user:password@example.org/",
        "https://example.org:99999/",
        "https://example.org:port/",
        "https://exam ple.org/",
        "https://example.org/a\r\nHost: b",
        "https://example.org\\@127.0.0.1/",
        "https://[::1/",
        "https://" + "a" * 70 + ".org/",
        "https://\x00/",
    ],
)
def test_what_is_no_address_of_the_outside_is_refused(url: str) -> None:
    with pytest.raises(NotAllowed):
        safe_outbound.address(url)


@pytest.mark.parametrize("port", [22, 25, 80, 444, 5432, 6379, 9443])
def test_a_port_that_no_web_service_has_is_refused(port: int, settings: Settings) -> None:
    url = f"https://example.org:{port}/"
    with pytest.raises(NotAllowed, match="443, 8443"):
        safe_outbound.address(url)
    settings.OUTSIDE_PORTS = {443, port}
    assert safe_outbound.address(url).port == port


def test_odd_but_right_addresses_are_understood() -> None:
    known = safe_outbound.address("HTTPS://Bücher.Example:8443/ä?q=ü#fragment")
    assert known.origin == "https://xn--bcher-kva.example:8443"
    assert known.path == "/%C3%A4?q=%C3%BC"
    assert safe_outbound.address("https://[2001:4860::1]/").origin == "https://[2001:4860::1]"
    assert safe_outbound.address("https://example.org").path == "/"


NOT_PUBLIC = [
    *("127.0.0.1", "127.8.8.8", "0.0.0.0", "10.0.0.1", "172.16.0.1", "192.168.1.1", "100.64.0.1"),
    *("169.254.169.254", "224.0.0.1", "255.255.255.255", "192.0.2.1", "198.18.0.1", "240.0.0.1"),
    *("::1", "::", "fe80::1", "fc00::1", "fd00:ec2::254", "fec0::1", "ff02::1", "2001:db8::1"),
    *("::ffff:127.0.0.1", "::ffff:8.8.8.8", "::127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::"),
    *("2001:0:7f00:1::", "100::1"),
    # Reserved, though the library calls them global: relays, sinks, documentation, identifiers.
    *("192.88.99.1", "192.31.196.1", "192.175.48.6", "192.52.193.1", "3fff::1", "2001:20::1"),
    *("2001:3::1", "2001:4:112::1", "2001:30::1", "2620:4f:8000::6"),
]


@pytest.mark.parametrize("ip", NOT_PUBLIC)
def test_addresses_that_are_not_public_are_known(ip: str) -> None:
    assert not safe_outbound.is_public(ip)


@pytest.mark.parametrize(
    "ip", ["8.8.8.8", "142.250.185.78", "2001:4860:4860::8888", "2a00:1450::1"]
)
def test_addresses_that_are_public_are_known(ip: str) -> None:
    assert safe_outbound.is_public(ip)


@pytest.mark.parametrize("ip", ["127.0.0.1", "169.254.169.254", "10.1.2.3", "::ffff:127.0.0.1"])
def test_a_name_that_leads_inside_is_refused(
    monkeypatch: pytest.MonkeyPatch, ip: str, there: Elsewhere
) -> None:
    resolving_to(monkeypatch, ip)
    with pytest.raises(NotAllowed):
        safe_outbound.post(f"https://innocent.example:{there.port}/", b"", {})
    assert there.got == []


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "127.1"])
def test_in_production_this_machine_is_not_outside(
    settings: Any, there: Elsewhere, host: str
) -> None:
    settings.LOOPBACK_IS_OUTSIDE = False
    for scheme in ("https", "http"):
        with pytest.raises(NotAllowed):
            safe_outbound.post(f"{scheme}://{host}:{there.port}/", b"", {})
    assert there.got == []


def test_one_address_inside_among_others_is_enough_to_refuse(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    resolving_to(monkeypatch, "8.8.8.8", "10.0.0.1")
    with pytest.raises(NotAllowed):
        safe_outbound.post("https://innocent.example/", b"", {})


def test_a_name_is_looked_up_once_and_connected_to_as_judged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Between judging and connecting no second look-up can give another address."""
    asked = resolving_to(monkeypatch, "203.0.113.7")
    monkeypatch.setattr(safe_outbound, "is_public", lambda ip: True)
    connected: list[Any] = []

    def connect(self: socket.socket, where: Any) -> None:
        connected.append(where)
        raise ConnectionRefusedError("refused")

    monkeypatch.setattr(socket.socket, "connect", connect)
    with pytest.raises(NotReached, match="refused"):
        safe_outbound.post("https://innocent.example/", b"", {})
    assert asked == ["innocent.example"]
    assert connected == [("203.0.113.7", 443)]


def test_a_name_that_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def getaddrinfo(*args: Any, **kwargs: Any) -> None:
        raise socket.gaierror(-2, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    with pytest.raises(NotReached, match=r"There is no server called nowhere.example"):
        safe_outbound.post("https://nowhere.example/", b"", {})


def test_the_second_address_is_tried_when_the_first_takes_no_connection(
    monkeypatch: pytest.MonkeyPatch, there: Elsewhere
) -> None:
    resolving_to(monkeypatch, "::1", "127.0.0.1")
    assert safe_outbound.post(f"http://localhost:{there.port}/", b"", {}).good


def test_a_redirect_is_not_followed(there: Elsewhere) -> None:
    with elsewhere() as inside:
        there.status, there.headers = 302, {"Location": inside.url()}
        answer = safe_outbound.post(there.url(), b"secret", {})
        assert (answer.status, answer.good) == (302, False)
        assert inside.got == []


def test_a_proxy_of_the_environment_is_not_asked(
    monkeypatch: pytest.MonkeyPatch, there: Elsewhere
) -> None:
    with elsewhere() as proxy:
        monkeypatch.setenv("http_proxy", proxy.url(""))
        assert safe_outbound.post(there.url(), b"", {}).good
        assert proxy.got == []


@pytest.mark.parametrize("how", ["delay", "drip"])
def test_a_slow_server_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch, there: Elsewhere, how: str
) -> None:
    """One that sends a byte now and then neither: each begins the socket's timeout anew."""
    monkeypatch.setattr(safe_outbound, "SECONDS", 0.5)
    setattr(there, how, {"delay": 30, "drip": 0.1}[how])
    began = time.monotonic()
    with pytest.raises(NotReached, match="No answer within"):
        safe_outbound.post(there.url(), b"", {})
    assert time.monotonic() - began < 20  # not its 30


@pytest.mark.slow
def test_one_that_lets_us_wait_is_left_alone_for_longer_and_longer(
    monkeypatch: pytest.MonkeyPatch, there: Elsewhere
) -> None:
    back_offs: list[float] = []
    store = cache.set

    def note(key: str, value: Any, seconds: float) -> None:
        if key.endswith("/deferred"):
            back_offs.append(seconds)
        store(key, value, seconds)

    monkeypatch.setattr(cache, "set", note)
    monkeypatch.setattr(safe_outbound, "SECONDS", 0.2)
    there.delay = 30
    for _ in range(8):
        with pytest.raises(NotReached, match="No answer within"):
            safe_outbound.post(there.url(), b"", {})
        with pytest.raises(NotReached, match="not answered for a while"):
            safe_outbound.post(there.url(), b"", {})
        cache.delete(f"{safe_outbound._Waited(there.url())._key}/deferred")
    assert len(there.got) == 8
    assert back_offs == [60, 120, 240, 480, 960, 1920, 3600, 3600]
    there.delay = 0
    assert safe_outbound.post(there.url("/other"), b"", {}).good


def test_of_a_long_answer_only_the_beginning_is_read(there: Elsewhere) -> None:
    there.body = b"x" * 10_000_000
    assert len(safe_outbound.post(there.url(), b"", {}).text) == safe_outbound.LONGEST_ANSWER


def test_nobody_there_and_nonsense_are_no_answer() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    with pytest.raises(NotReached, match=r"No answer: .*refused"):
        safe_outbound.post(f"http://127.0.0.1:{port}/", b"", {})


def test_reasons_are_said_in_the_language_of_whoever_reads_them() -> None:
    with pytest.raises(NotAllowed) as caught:
        safe_outbound.address("http://example.org/")
    assert str(caught.value) == "The address must begin with https://"
    with translation.override("de"):
        assert str(caught.value) == "Die Adresse muss mit https:// beginnen"


@pytest.mark.parametrize(
    ("said", "seconds"),
    [
        *(("30", 30), ("0", 0), ("1.5", 1.5), ("999999999", 86400)),
        *(("-5", None), ("nonsense", None), ("", None), ("nan", None), ("1e400", None)),
    ],
)
def test_how_long_to_leave_it_alone(said: str, seconds: float | None) -> None:
    headers = Message()
    headers["Retry-After"] = said
    pause = safe_outbound.Answer(429, headers=headers).retry_after
    assert pause == (None if seconds is None else datetime.timedelta(seconds=seconds))


def test_how_long_to_leave_it_alone_may_be_a_date() -> None:
    headers = Message()
    headers["Retry-After"] = http_date((timezone.now() + datetime.timedelta(minutes=5)).timestamp())
    pause = safe_outbound.Answer(429, headers=headers).retry_after
    assert pause is not None
    assert 290 < pause.total_seconds() <= 300
    assert safe_outbound.Answer(429).retry_after is None


def certificate(folder: Path) -> Path:
    """A certificate for localhost that vouches for itself, with its key, in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    names = [x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.2"))]
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .sign(key, hashes.SHA256())
    )
    file = folder / "certificate.pem"
    file.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        + made.public_bytes(serialization.Encoding.PEM)
    )
    return file


def test_certificates_are_checked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = certificate(tmp_path)
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(file)
    with elsewhere(tls) as there:
        secure = f"https://localhost:{there.port}/"
        with pytest.raises(NotReached, match="certificate is not valid"):
            safe_outbound.post(secure, b"", {})
        known = ssl.create_default_context(cafile=str(file))
        monkeypatch.setattr(safe_outbound, "_tls", lambda: known)
        assert safe_outbound.post(secure, b"", {}).good
        with pytest.raises(NotReached, match="certificate is not valid"):
            safe_outbound.post(f"https://127.0.0.1:{there.port}/", b"", {})
        assert len(there.got) == 1
