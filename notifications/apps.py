from importlib import import_module

from django.apps import AppConfig
from django.core.checks import register
from django.utils.translation import gettext_lazy as _


class NotificationsConfig(AppConfig):
    name = "notifications"
    verbose_name = _("Notifications")

    def ready(self) -> None:
        from boardgames import whole
        from boardgames.http import metrics
        from notifications import access, channels, exporting, figures  # models are ready only now
        from notifications.checks import vapid_key

        metrics.asked.append(figures.waiting)
        whole.also.append(channels.backends)
        register(vapid_key, deploy=True)
        access.listen()
        exporting.listen()
        import_module("notifications.webhooks.off")  # registers itself, once models are ready
