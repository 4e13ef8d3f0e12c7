"""What the service notes about itself."""

from django.db import models
from django.utils import timezone


class Heartbeat(models.Model):
    """When a periodic part last ran to its end; the supervisor and /metrics look at its age."""

    name = models.CharField(max_length=50, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name}: {self.at:%Y-%m-%d %H:%M:%S}"

    @classmethod
    def note(cls, name: str) -> None:
        """Says that the part called `name` has just run to its end."""
        cls.objects.update_or_create(name=name, defaults={"at": timezone.now()})
