"""A game type in a stage, and the people with a part in it."""

from __future__ import annotations

from collections.abc import Iterable

from accounts.models import User
from games.models import Package
from tests.people import person


def staged(stage: str, testers: Iterable[User] = (), maintainers: Iterable[User] = ()) -> Package:
    """Lanterns in this stage."""
    package, _made = Package.objects.update_or_create(type="lanterns", defaults={"stage": stage})
    package.testers.set(testers)
    package.maintainers.set(maintainers)
    return package


def guest() -> User:
    return person("Guest-1", is_guest=True)
