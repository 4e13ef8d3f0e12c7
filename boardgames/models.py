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


class Failure(models.Model):
    """A row on which a scan has failed, and until when the scan leaves it alone."""

    scan = models.CharField(max_length=40)
    row = models.BigIntegerField()
    times = models.PositiveIntegerField(default=0)
    rests_until = models.DateTimeField()
    error = models.TextField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["scan", "row"], name="failure_of_row")]

    def __str__(self) -> str:
        return f"{self.scan} {self.row}: {self.times} times, {self.error}"
