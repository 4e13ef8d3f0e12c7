from importlib import import_module

from django.apps import AppConfig

#: Modules of ``games.messages`` with the kinds of notification, in the order of the settings page.
MESSAGES = ("turns", "company", "absence", "moderation")


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from games.absence import calendars
        from games.messages import webhooks
        from notifications import games

        calendars.follow()
        for name in MESSAGES:  # each registers its own, now that models are ready
            import_module(f"games.messages.{name}")
        games.provide(webhooks)
