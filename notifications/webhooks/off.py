"""The notification that a webhook was switched off."""

from typing import ClassVar

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from notifications import groups
from notifications.content import Words
from notifications.kinds import Defaults, Kind, register
from notifications.models import Notification, Webhook, When
from notifications.outbox import Fact


class WebhookOffFact(Fact, frozen=True):
    """This webhook of the reader's was switched off."""

    kind: ClassVar[str] = "webhook_off"
    webhook: int


@register
class WebhookOff(Kind[WebhookOffFact]):
    fact = WebhookOffFact
    label = gettext_lazy("a webhook of mine is switched off because it fails")
    group = groups.SITE
    defaults = Defaults(mail=When.NOW, push=When.NOW, webhook=When.NEVER)

    def words(self, notification: Notification) -> Words:
        webhook = Webhook.objects.filter(pk=self.read(notification).webhook).first()
        values = {"form": webhook.get_form_display() if webhook else _("Webhook")}
        reason = webhook.off_reason if webhook else ""
        return Words(
            subject=_("Your webhook (%(form)s) is switched off") % values,
            heading=_("A webhook is switched off"),
            lines=[
                _("It kept failing, so we no longer send anything to it."),
                *([_("The last answer: %(reason)s") % {"reason": reason}] if reason else []),
                _("When the other side works again, switch the webhook on in your settings."),
            ],
            button=_("View my webhooks"),
            path=reverse("notification-settings") + "#webhooks",
        )
