"""The channel e-mail: text and HTML, in the reader's language, one thread for each game."""

from smtplib import SMTPDataError, SMTPRecipientsRefused
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import ngettext

from accounts.models import User
from accounts.preferences import reading_as
from notifications import unsubscribing
from notifications.channels import NotTaken
from notifications.models import Delivery, Kind, Notification, When
from notifications.words import Words, compose


def targets(user: User, notification: Notification) -> list[int]:
    """The confirmed address, if there is one."""
    return [0] if user.confirmed_email else []


def send(user: User, target: int, deliveries: list[Delivery]) -> None:
    """One e-mail about all of them."""
    try:
        message(user, deliveries).send()
    except SMTPRecipientsRefused as error:
        final = all(code >= 500 for code, _answer in error.recipients.values())
        raise NotTaken(str(error), for_good=final) from error
    except SMTPDataError as error:
        raise NotTaken(str(error), for_good=error.smtp_code >= 500) from error


def message(user: User, deliveries: list[Delivery]) -> EmailMultiAlternatives:
    """The e-mail to somebody with a confirmed address."""
    first = deliveries[0]
    about = When(first.batch) if first.batch else Kind(first.notification.kind)
    stop = settings.SITE_URL + unsubscribing.path(user, about)
    with reading_as(user):
        words = _summary(deliveries) if first.batch else compose(first.notification)
        context: dict[str, Any] = {
            "words": words,
            "person": user,
            "link": settings.SITE_URL + words.path,
            "stop": stop,
            "settings": settings.SITE_URL + reverse("notification-settings"),
        }
        text = render_to_string("notifications/mail.txt", context)
        html = render_to_string("notifications/mail.html", context)
    domain = urlsplit(settings.SITE_URL).hostname
    games = {delivery.notification.game_id for delivery in deliveries}
    thread = f"<game-{games.pop()}@{domain}>" if len(games) == 1 else f"<summaries@{domain}>"
    mail = EmailMultiAlternatives(
        subject=" ".join(words.subject.split()),
        body=text,
        to=[str(user.confirmed_email)],
        headers={
            "Message-ID": f"<delivery-{first.pk}@{domain}>",
            "In-Reply-To": thread,
            "References": thread,
            "List-Unsubscribe": f"<{stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
        },
    )
    mail.attach_alternative(html, "text/html")
    return mail


def _summary(deliveries: list[Delivery]) -> Words:
    lines = [compose(delivery.notification).short for delivery in deliveries]
    heading = ngettext("%(n)d piece of news", "%(n)d pieces of news", len(lines)) % {
        "n": len(lines)
    }
    return Words(
        subject=f"{settings.SITE_NAME}: {heading}",
        heading=heading,
        lines=lines,
        button=ngettext("Look at it", "Look at them", len(lines)),
        path=reverse("notifications"),
    )
