"""Our Celery with the example game and a beat that ticks twenty times a second; `MAILS` may name
another folder for its e-mails."""

import os

from games.rules import registry

registry.OWN = (*registry.OWN, "example")  # before the settings look into the catalogue

from django.conf import settings  # noqa: E402

from boardgames.celery import app  # noqa: E402

settings.EMAIL_FILE_PATH = os.environ.get("MAILS") or settings.EMAIL_FILE_PATH

del app.conf.beat_schedule["samples"]  # draws for seconds, which is not what hurries
for entry in app.conf.beat_schedule.values():
    entry["schedule"] = min(entry["schedule"], 90.0) / 15
    entry["options"]["expires"] = 5

__all__ = ["app"]
