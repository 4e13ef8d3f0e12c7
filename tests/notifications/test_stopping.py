"""Links that stop a mail, followed without signing in."""

import pytest
from django.test import Client

from accounts.models import User
from notifications import preferences, registry, settings, unsubscribing
from notifications.models import Channel, Preference, Rhythm, When


def chosen() -> list[tuple[str, str, str, str]]:
    rows = Preference.objects.order_by("kind")
    return list(rows.values_list("user__username", "kind", "channel", "when"))


STOPPED = [("anna", "reminder", "mail", "never")]


@pytest.fixture
def link(anna: User) -> str:
    return unsubscribing.path(anna, "reminder")


def test_looking_changes_nothing(client: Client, link: str) -> None:
    answer = client.get(link)
    assert answer.status_code == 200
    assert "my time is running out" in answer.content.decode()
    assert chosen() == []


def test_one_click_without_signing_in_or_a_token_against_forgery(link: str) -> None:
    client = Client(enforce_csrf_checks=True)
    for _click in range(2):
        answer = client.post(link, {"List-Unsubscribe": "One-Click"})
        assert answer.status_code == 200
        assert chosen() == STOPPED


def test_and_back(client: Client, link: str) -> None:
    client.post(link, {"stop": "1"})
    client.post(link, {"resume": "1"})
    assert chosen() == []


def test_other_channels_go_on(anna: User, client: Client, link: str) -> None:
    client.post(link, {"stop": "1"})
    assert preferences.for_user(anna.pk)["reminder", Channel.PUSH] == When.NOW


def test_a_link_in_a_summary_stops_all_that_is_in_such_summaries(
    anna: User, client: Client
) -> None:
    daily = {(kind, Channel.MAIL): When.DAILY for kind in ("your_turn", "chat")}
    preferences.save_preferences(anna.pk, daily)
    link = unsubscribing.path(anna, When.DAILY)
    assert "once a day" in client.get(link).content.decode()
    assert "Stop this kind of e-mail" not in client.post(link, {}).content.decode()
    after = preferences.for_user(anna.pk)
    assert {after[choice] for choice in daily} == {When.NEVER}
    assert after["game_over", Channel.MAIL] == When.NOW


@pytest.mark.parametrize("token", ["x", "WzEsInJlbWluZGVyIl0:1:2", "a:b"])
def test_a_link_that_is_not_ours(client: Client, anna: User, token: str) -> None:
    assert client.get(f"/mail/stop/{token}/").status_code == 404
    assert client.post(f"/mail/stop/{token}/").status_code == 404
    assert chosen() == []


def test_one_of_a_closed_account(client: Client, anna: User, link: str) -> None:
    User.objects.update(is_active=False)
    assert client.post(link).status_code == 404


def test_nothing_else_is_allowed(client: Client, link: str) -> None:
    assert client.put(link).status_code == 405


def test_no_mail_at_all_is_the_other_button_of_that_page(
    anna: User, client: Client, link: str
) -> None:
    assert "Stop all e-mail" in client.get(link).content.decode()
    page = client.post(link, {"all": "1"}).content.decode()
    assert "You no longer get any e-mail" in page
    after = preferences.for_user(anna.pk)
    assert {when for (_kind, by), when in after.items() if by == Channel.MAIL} == {When.NEVER}
    assert after["your_turn", Channel.PUSH] == When.NOW
    page = client.post(link, {"resume-all": "1"}).content.decode()
    assert "You get this e-mail" in page
    assert chosen() == []


def test_the_page_of_a_rhythm_stops_all_mail_too(anna: User, client: Client) -> None:
    link = unsubscribing.path(anna, When.DAILY)
    assert "Stop all e-mail" in client.get(link).content.decode()
    client.post(link, {"all": "1"})
    assert unsubscribing.stopped_all(anna)
    assert "Stop all e-mail" not in client.get(link).content.decode()


class TestNoMailAtAll:
    """Said while the kind "chat" was not there yet; then a release brings it."""

    @pytest.fixture(autouse=True)
    def earlier(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.all = dict(registry._labels)
        self.later = monkeypatch
        without = {name: label for name, label in self.all.items() if name != "chat"}
        monkeypatch.setattr(registry, "_labels", without)

    def chat_by_mail(self, user: User) -> When:
        self.later.setattr(registry, "_labels", self.all)
        return preferences.for_user(user.pk)["chat", Channel.MAIL]

    def test_holds_for_kinds_of_a_later_release(self, anna: User) -> None:
        unsubscribing.stop_all(anna)
        assert self.chat_by_mail(anna) == When.NEVER

    def test_chosen_on_the_settings_page_is_the_same(self, anna: User) -> None:
        none = {(kind, Channel.MAIL): When.NEVER for kind in registry.names()}
        settings.store(anna, none, Rhythm(user=anna), 25)
        assert self.chat_by_mail(anna) == When.NEVER

    def test_ends_where_one_kind_is_wanted_again(self, anna: User) -> None:
        unsubscribing.stop_all(anna)
        unsubscribing.resume(anna, "reminder")
        before = preferences.for_user(anna.pk)
        assert before["reminder", Channel.MAIL] != When.NEVER
        assert before["your_turn", Channel.MAIL] == When.NEVER
        assert self.chat_by_mail(anna) != When.NEVER

    def test_said_twice_is_stored_once(self, anna: User) -> None:
        for _time in range(2):
            unsubscribing.stop_all(anna)
        assert chosen() == [("anna", preferences.EVERY, "mail", "never")]
