from importlib import import_module

from django.apps import AppConfig
from django.core.checks import register

from notifications.checks import vapid_key


class NotificationsConfig(AppConfig):
    name = "notifications"

    def ready(self) -> None:
        register(vapid_key, deploy=True)
        import_module("notifications.webhook_off")  # registers itself, once models are ready
