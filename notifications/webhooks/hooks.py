"""A person's webhooks: adding, testing, removing, switching on again."""

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.preferences import reading_as
from boardgames.http.safe_outbound import NotReached
from boardgames.refusal import Refusal
from notifications import games
from notifications.devices import too_often
from notifications.models import Webhook
from notifications.webhooks import webhooks
from notifications.webhooks.bodies import Message

#: Webhooks per person.
MOST = 10


def add(user: User, form: str, url: str, game_id: int | None) -> Webhook:
    """Add a webhook, for all games or one; its address was checked (``safe_outbound.address``)."""
    with transaction.atomic(durable=True):
        User.objects.select_for_update().get(pk=user.pk)
        if user.webhooks.count() >= MOST:
            playing = games.provider().played_by(user)
            over = user.webhooks.exclude(game=None).exclude(game__in=playing)
            over.delete()
        if user.webhooks.count() >= MOST:
            raise Refusal(
                _("You have %(n)d webhooks. That is the maximum. Remove one first.") % {"n": MOST}
            )
        secret = webhooks.new_secret() if form == Webhook.Form.JSON else ""
        return Webhook.objects.create(user=user, form=form, url=url, game_id=game_id, secret=secret)


def remove(user: User, webhook_id: int) -> None:
    user.webhooks.filter(pk=webhook_id).delete()


def pause_all(user: User) -> None:
    """Pause all of them until they are switched on again.

    The password is new, and a person who knew the old one may have added some.
    """
    user.webhooks.filter(off_at=None).update(
        off_at=timezone.now(), off_reason=_("Everything was signed out.")
    )


def switch_on(user: User, webhook_id: int) -> None:
    """Switch a webhook on again, and forget its failures."""
    user.webhooks.filter(pk=webhook_id).update(
        off_at=None, off_reason="", failures=0, failing_since=None
    )


def test(webhook: Webhook) -> tuple[bool, str]:
    """Send something now; whether it was accepted, and the answer or the reason."""
    user = webhook.user
    if too_often(user):
        return False, _("You have done this too often. Please wait a few minutes.")
    with reading_as(user):
        text = _("%(site)s can send you notifications here.") % {"site": settings.SITE_NAME}
        message = Message(text, settings.SITE_URL + reverse("my"))
        try:
            answer = webhooks.post(webhook, [message])
        except NotReached as error:
            return False, str(error)
    return answer.good, webhooks.describe_answer(answer)
