"""Notifications as e-mails: text and HTML, in the reader's language, one thread for each game."""

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse

from accounts.preferences import reading_as
from notifications import unsubscribing
from notifications.models import Kind, Notification
from notifications.words import compose


def send(notification: Notification) -> None:
    """Send it; whatever the mail server or the way there says is raised."""
    message(notification).send()


def message(notification: Notification) -> EmailMultiAlternatives:
    """The e-mail for a notification to somebody with a confirmed address."""
    user = notification.user
    stop = settings.SITE_URL + unsubscribing.path(user, Kind(notification.kind))
    with reading_as(user):
        words = compose(notification)
        context: dict[str, Any] = {
            "words": words,
            "person": user,
            "link": settings.SITE_URL + words.path,
            "stop": stop,
            "settings": settings.SITE_URL + reverse("mail-settings"),
        }
        text = render_to_string("notifications/mail.txt", context)
        html = render_to_string("notifications/mail.html", context)
    domain = urlsplit(settings.SITE_URL).hostname
    thread = f"<game-{notification.game_id}@{domain}>"
    mail = EmailMultiAlternatives(
        subject=" ".join(words.subject.split()),
        body=text,
        to=[str(user.confirmed_email)],
        headers={
            "Message-ID": f"<notification-{notification.pk}@{domain}>",
            "In-Reply-To": thread,
            "References": thread,
            "List-Unsubscribe": f"<{stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
        },
    )
    mail.attach_alternative(html, "text/html")
    return mail
