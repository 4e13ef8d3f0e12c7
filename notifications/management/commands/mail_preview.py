"""`manage.py mail_preview FOLDER`: e-mails as pages, to view in a browser."""

import base64
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default
from pathlib import Path
from typing import Any

from django.core.mail import EmailMultiAlternatives
from django.core.management import BaseCommand, CommandParser

from notifications import mail, registry
from notifications.models import Channel, Delivery, Notification, When

DIGEST = 10


class Command(BaseCommand):
    help = "Writes the newest e-mail of each kind, and a digest, as HTML files. Nothing is sent."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        folder: Path = options["folder"]
        folder.mkdir(parents=True, exist_ok=True)
        newest = Notification.objects.select_related("user", "game").order_by("-id")
        for kind in registry.names():
            found = newest.filter(kind=kind).first()
            if found is not None:
                self._write(folder / f"{kind}.html", [_delivery(found)])
        last = newest.first()
        if last is not None:
            several = [
                _delivery(each, When.DAILY) for each in newest.filter(user=last.user)[:DIGEST]
            ]
            self._write(folder / "digest.html", several)

    def _write(self, file: Path, deliveries: list[Delivery]) -> None:
        file.write_text(
            render_preview(mail.message(deliveries[0].user, deliveries)), encoding="utf-8"
        )
        self.stdout.write(str(file))


def render_preview(message: EmailMultiAlternatives) -> str:
    """The HTML of an e-mail with its pictures, as a mail program shows it."""
    received = BytesParser(policy=default).parsebytes(message.message().as_bytes())
    assert isinstance(received, EmailMessage)  # under this policy
    body = received.get_body(("html",))
    assert body is not None  # all of our e-mails have one
    html: str = body.get_content()
    for part in received.walk():
        if part.get_content_type() == "image/png" and isinstance(part, EmailMessage):
            name = part["Content-ID"].strip("<>")
            data = base64.b64encode(part.get_content()).decode()
            html = html.replace(f"cid:{name}", f"data:image/png;base64,{data}")
    return html


def _delivery(notification: Notification, batch: str = "") -> Delivery:
    """An unsaved delivery, as if it were being sent."""
    return Delivery(
        pk=0, notification=notification, user=notification.user, channel=Channel.MAIL, batch=batch
    )
