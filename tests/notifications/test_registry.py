"""A kind of notification is one object: this one is made here, and told everywhere."""

from typing import ClassVar

import pytest
from django.core import mail as outbox
from django.test import Client
from django.utils.translation import gettext_lazy

from accounts.models import User
from notifications import groups, kinds, registry, unsubscribing
from notifications import outbox as facts
from notifications.content import Words
from notifications.kinds import AT_ONCE, Kind
from notifications.models import Notification
from notifications.outbox import Fact
from tests.games.times import Times
from tests.notifications.telling import tell


class Birthday(Fact, frozen=True):
    kind: ClassVar[str] = "birthday"
    years: int


@pytest.fixture(autouse=True)
def _birthdays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_labels", dict(registry._labels))
    monkeypatch.setattr(kinds, "_kinds", dict(kinds._kinds))

    @kinds.register
    class BirthdayKind(Kind[Birthday]):
        fact = Birthday
        label = gettext_lazy("I have a birthday")
        group = groups.PEOPLE
        defaults = AT_ONCE

        def words(self, notification: Notification) -> Words:
            years = self.read(notification).years
            return Words(f"{years} years", "Your birthday", ["Much luck!"], "Thanks", "/my/")


def test_it_is_told_by_mail_and_bell_chosen_in_the_settings_and_stopped_by_a_link(
    times: Times, anna: User, client: Client
) -> None:
    facts.write([facts.notification(Birthday(years=30), anna.pk, None, times.now)])
    tell()
    assert [mail.subject for mail in outbox.outbox] == ["30 years"]
    client.force_login(anna)
    assert "30 years" in client.get("/notifications/").content.decode()
    assert "I have a birthday" in client.get("/notifications/settings/").content.decode()
    client.post(unsubscribing.path(anna, "birthday"))
    facts.write([facts.notification(Birthday(years=31), anna.pk, None, times.now)])
    tell()
    assert len(outbox.outbox) == 1


def test_two_kinds_of_one_name_are_a_mistake() -> None:
    with pytest.raises(ValueError, match="birthday"):
        kinds.register(type(kinds.get("birthday")))


def test_every_kind_is_complete() -> None:
    for kind in kinds.registered():
        assert str(kind.label)
        assert str(kind.heading)
        assert len(kind.defaults) == 3
        assert set(kind.supersedes) <= set(registry.names())
