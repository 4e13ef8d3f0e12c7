from importlib import import_module

from django.apps import AppConfig
from django.core.checks import register


class NotificationsConfig(AppConfig):
    name = "notifications"

    def ready(self) -> None:
        from notifications import exporting  # models are ready only now
        from notifications.checks import vapid_key

        register(vapid_key, deploy=True)
        exporting.listen()
        import_module("notifications.webhook_off")  # registers itself, once models are ready
