"""Our Celery with the example game and a beat that ticks many times a second."""

from games.rules import registry

registry.OWN = (*registry.OWN, "example")  # before the settings look into the catalogue

from boardgames.celery import app  # noqa: E402

for entry in app.conf.beat_schedule.values():
    entry["schedule"] = min(entry["schedule"], 30.0) / 30
    entry["options"]["expires"] = 5

__all__ = ["app"]
