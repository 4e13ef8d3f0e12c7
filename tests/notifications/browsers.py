"""The other end of push notifications: a browser's keys, and what it reads with them."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from os import urandom
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from accounts.models import User
from notifications import devices
from notifications.models import PushSubscription
from tests.elsewhere import Got


def encoded(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


@dataclass
class Browser:
    """One that has said yes; ``endpoint`` is where its push service takes messages for it."""

    endpoint: str
    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    secret: bytes = field(default_factory=lambda: urandom(16))

    @property
    def p256dh(self) -> str:
        return encoded(
            self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        )

    @property
    def auth(self) -> str:
        return encoded(self.secret)

    @property
    def form(self) -> dict[str, str]:
        """What its page sends to us."""
        return {"endpoint": self.endpoint, "p256dh": self.p256dh, "auth": self.auth}

    def subscribe(self, user: User) -> PushSubscription:
        devices.add(user, self.endpoint, self.p256dh, self.auth)
        return PushSubscription.objects.get(endpoint=self.endpoint)

    def read(self, got: Got) -> dict[str, Any]:
        """A message as the service worker gets it."""
        text = http_ece.decrypt(
            got.body, private_key=self.key, auth_secret=self.secret, version="aes128gcm"
        )
        message: dict[str, Any] = json.loads(text)
        return message


def claims(got: Got) -> dict[str, Any]:
    """Who the sender says to be; its signature has been checked with the key that it names."""
    authorization = got.headers["Authorization"]
    assert Vapid02.verify(authorization)
    token = authorization.split("t=")[1].split(",")[0]
    payload = token.split(".")[1]
    found: dict[str, Any] = json.loads(urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
    return found
