"""The channel e-mail: text and HTML, in the reader's language, one thread for each game."""

from collections.abc import Iterator
from contextlib import contextmanager
from email.mime.image import MIMEImage
from hashlib import sha256
from smtplib import SMTPException
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import bounces
from accounts.models import User
from accounts.preferences import reading_as
from boardgames.mail import refusals, server_connection, service_refusals
from boardgames.mail.pending_answers import Unanswered
from notifications import mail_links, unsubscribing
from notifications.channels import NotTaken
from notifications.digests import digest, list_waiting_games
from notifications.kinds import kind_of
from notifications.models import Channel, Delivery, Notification, When


class _Mail(EmailMultiAlternatives):
    """The attachments are the pictures that the HTML shows."""

    mixed_subtype = "related"

    def message(self, **how: Any) -> Any:
        """The message, with the type of the part that shows the pictures, as RFC 2387 requires."""
        made = super().message(**how)
        if made.get_content_subtype() == "related":
            made.set_param("type", "multipart/alternative")
        return made


#: Sends the e-mails of a run over one connection.
run = server_connection.kept


def targets(user: User, notification: Notification) -> list[int]:
    """The confirmed address, if there is one that accepts e-mail."""
    return [0] if user.mail_rests_since is None and user.confirmed_email else []


def send(user: User, target: int, deliveries: list[Delivery]) -> None:
    """One e-mail about all of them."""
    try:
        with _answers_understood(user):
            server_connection.send_mail(message(user, deliveries))
    except Unanswered as unanswered:
        raise Unanswered(_answers_understood(user)(unanswered.wait)) from unanswered


@contextmanager
def _answers_understood(user: User) -> Iterator[None]:
    try:
        yield
    except SMTPException as error:
        refusal = refusals.read_refusal(error)
        if refusal is None:
            raise
        if refusal.is_of_address:
            bounces.note_hard(user.pk)
        raise NotTaken(str(refusal), for_good=refusal.is_of_address) from error


def unreachable(user: User) -> Delivery | None:
    """The last e-mail to a user if it failed: nothing has reached them since.

    None while nobody's e-mails go out, which is the service's problem, and if e-mail to the address
    was stopped, which every page says.
    """
    if user.mail_rests_since or service_refusals.is_ours():
        return None
    settled = Delivery.objects.filter(
        user=user, channel=Channel.MAIL, state__in=(Delivery.State.SENT, Delivery.State.FAILED)
    )
    last = settled.order_by("-done_at", "-id").first()
    return last if last is not None and last.state == Delivery.State.FAILED else None


def message(user: User, deliveries: list[Delivery]) -> EmailMultiAlternatives:
    """The e-mail to a user with a confirmed address: about one thing, or a digest."""
    with reading_as(user):
        first = deliveries[0]
        others = [
            each
            for each in list_waiting_games(user, deliveries)
            if each.game_id != first.notification.game_id
        ]
        if len(deliveries) == 1 and not others:
            return _letter(user, first)
        return _digest(user, deliveries)


def _letter(user: User, delivery: Delivery) -> EmailMultiAlternatives:
    notification = delivery.notification
    whole = kind_of(notification).letter(user, notification)
    board = f"board-{delivery.pk}@{_domain()}"
    mail = _mail(
        user,
        delivery,
        subject=whole.words.subject,
        thread=kind_of(notification).thread(notification),
        of=notification.kind,
        stop=(unsubscribing.path(user, notification.kind), _("Stop this kind of e-mail")),
        template="letter",
        letter=whole,
        title=whole.words.heading,
        about=whole.words.about,
        preview=" ".join(whole.words.lines),
        link=settings.SITE_URL + mail_links.link(whole.words.path),
        board=board,
    )
    if whole.picture:
        image = MIMEImage(whole.picture.png, "png")
        image.add_header("Content-ID", f"<{board}>")
        image.add_header("Content-Disposition", "inline", filename="board.png")
        mail.attach(image)
    return mail


def _digest(user: User, deliveries: list[Delivery]) -> EmailMultiAlternatives:
    whole = digest(user, deliveries)
    first = deliveries[0]
    stop = unsubscribing.path(user, When(first.batch)), _("Stop these summary e-mails")
    return _mail(
        user,
        first,
        subject=f"{settings.SITE_NAME}: {whole.subject}",
        thread="",
        of=first.batch,
        stop=stop,
        template="digest",
        digest=whole,
        title=whole.heading,
        preview=", ".join(item.text for group in whole.groups for item in group.items),
        link=settings.SITE_URL + mail_links.link(whole.path),
    )


def _mail(
    user: User,
    first: Delivery,
    *,
    subject: str,
    thread: str,
    of: str,
    stop: tuple[str, str],
    template: str,
    **context: Any,
) -> EmailMultiAlternatives:
    """Build an e-mail.

    ``stop``: the path of the page that stops such e-mails, and words for it; ``of``: the kind, for
    programs that sort e-mails. ``first`` gives the message id, the same at every try.
    """
    stop_link, address = settings.SITE_URL + stop[0], str(user.confirmed_email)
    context |= {
        "person": user,
        "site": settings.SITE_URL,
        "zone": timezone.localtime().tzname(),
        "stop": stop_link,
        "stop_words": stop[1],
        "settings": settings.SITE_URL + reverse("notification-settings"),
    }
    mail = _Mail(
        subject=" ".join(subject.split()),
        body=render_to_string(f"notifications/mail/{template}.txt", context),
        from_email=bounces.return_path(user, address),
        to=[address],
        headers={
            "From": settings.DEFAULT_FROM_EMAIL,
            "Message-ID": f"<{_name(first)}@{_domain()}>",
            **_references(thread),
            "List-Id": f"<{of.replace('_', '-')}.{_domain()}>",
            "List-Unsubscribe": f"<{stop_link}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
        },
    )
    html = render_to_string(f"notifications/mail/{template}.html", context)
    mail.attach_alternative(html, "text/html")
    return mail


def _references(thread: str) -> dict[str, str]:
    """A reference to the thread's first e-mail, which need not exist."""
    if not thread:
        return {}
    reference = f"<{thread}@{_domain()}>"
    return {"In-Reply-To": reference, "References": reference}


def _name(delivery: Delivery) -> str:
    """A message id that no later row gets.

    After a restore numbers are used again, and mail programs drop an id that they have seen.
    """
    told = delivery.notification
    once = sha256(f"{told.key} {told.created_at.isoformat()}".encode()).hexdigest()[:16]
    return f"delivery-{delivery.pk}-{once}"


def _domain() -> str:
    return str(urlsplit(settings.SITE_URL).hostname)
