from importlib import import_module

from django.apps import AppConfig
from django.core.checks import register
from django.utils.translation import gettext_lazy as _


class NotificationsConfig(AppConfig):
    name = "notifications"
    verbose_name = _("Notifications")

    def ready(self) -> None:
        from boardgames import preload
        from boardgames.http import metrics

        # these models can be loaded only now
        from notifications import access, channels, exporting, figures
        from notifications.checks import vapid_key

        metrics.asked.append(figures.count_waiting)
        preload.also_load.append(channels.backends)
        register(vapid_key, deploy=True)
        access.listen_to_access_changes()
        exporting.register_export()
        # registers its kind when imported, once models are ready
        import_module("notifications.webhooks.off")
