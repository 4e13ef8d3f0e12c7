"""The page where people say what they want to be told when."""

import re

import pytest
from django.test import Client

from accounts.models import User
from notifications import groups, preferences, registry
from notifications.kinds import registered
from notifications.models import (
    Channel,
    Preference,
    PushSubscription,
    Rhythm,
    Webhook,
    When,
)

#: What somebody may choose who moderates nothing and looks after no game type.
OTHERS = (
    *("game_broken", "reported", "fault_reported", "package_slip"),
    *("release_asked", "release_answered"),
)
LISTED = [name for name in registry.names() if name not in OTHERS]
PATH = "/notifications/settings/"


def as_it_stands(page: str) -> dict[str, str]:
    """What the page's form would send."""
    sent = {}
    form = page[page.index('<form class="panel stack"') :]
    form = form[: form.index("</form>")]
    for name, options in re.findall(r'<select name="([^"]+)".*?>(.*?)</select>', form, re.DOTALL):
        found = re.search(r'value="([^"]*)" selected', options)
        sent[name] = found[1] if found else ""
    return sent


@pytest.fixture
def signed_in(client: Client, anna: User) -> Client:
    """Anna, with a device for push notifications and a webhook."""
    PushSubscription.objects.create(user=anna, endpoint="https://push.example/1", device="phone")
    Webhook.objects.create(user=anna, url="https://hooks.example/1")
    client.force_login(anna)
    return client


def test_only_for_somebody_who_is_signed_in(client: Client, db: None) -> None:
    assert client.get(PATH).status_code == 302


def test_saving_what_stands_there_changes_nothing(signed_in: Client, anna: User) -> None:
    page = signed_in.get(PATH).content.decode()
    assert "anna@example.org" in page
    form = as_it_stands(page)
    assert len(form) == len(LISTED) * len(Channel) + 5
    answer = signed_in.post(PATH, form, follow=True)
    assert "Your choice is saved." in answer.content.decode()
    assert not Preference.objects.exists()


def test_only_what_is_set_up_is_asked_for(client: Client, anna: User) -> None:
    preferences.save_preferences(anna.pk, {("chat", Channel.PUSH): When.NEVER})
    client.force_login(anna)
    page = client.get(PATH).content.decode()
    form = as_it_stands(page)
    assert len(form) == len(LISTED) + 5
    assert "once they are set up below" in page
    client.post(PATH, form | {"chat-push": "now"})
    assert preferences.for_user(anna.pk)["chat", Channel.PUSH] == When.NEVER


def test_choosing_and_going_back_to_the_defaults(signed_in: Client, anna: User) -> None:
    form = as_it_stands(signed_in.get(PATH).content.decode())
    form |= {
        "your_turn-mail": "daily", "chat-push": "never", "joined-mail": "batched",
        "batch_minutes": "60", "digest_at": "19:00", "quiet_from": "22:00",
        "quiet_until": "07:00", "reminder_share": "50",
    }  # fmt: skip
    signed_in.post(PATH, form)
    chosen = preferences.for_user(anna.pk)
    assert chosen["your_turn", Channel.MAIL] == When.DAILY
    assert chosen["chat", Channel.PUSH] == When.NEVER
    assert chosen["joined", Channel.MAIL] == When.BATCHED
    assert Preference.objects.count() == 3
    rhythm = Rhythm.objects.get()
    assert rhythm.batch_minutes == 60
    assert f"{rhythm.digest_at} {rhythm.quiet_from} {rhythm.quiet_until}" == (
        "19:00:00 22:00:00 07:00:00"
    )
    anna.refresh_from_db()
    assert anna.reminder_share == 50
    assert as_it_stands(signed_in.get(PATH).content.decode()) == form
    signed_in.post(PATH, {"reset": "1"})
    anna.refresh_from_db()
    assert not Preference.objects.exists()
    assert not Rhythm.objects.exists()
    assert anna.reminder_share == 25


@pytest.mark.parametrize(
    "nonsense",
    [
        {"your_turn-mail": "yesterday"}, {"batch_minutes": "-1"}, {"digest_at": "25:00"},
        {"quiet_from": "22:00", "quiet_until": ""}, {"reminder_share": "x"},
    ],
)  # fmt: skip
def test_nonsense_is_refused_and_changes_nothing(
    signed_in: Client, nonsense: dict[str, str]
) -> None:
    form = as_it_stands(signed_in.get(PATH).content.decode())
    answer = signed_in.post(PATH, form | {"chat-mail": "never"} | nonsense)
    assert answer.status_code == 200
    assert "field-error" in answer.content.decode()
    assert not Preference.objects.exists()
    assert not Rhythm.objects.exists()


def test_without_an_address_it_says_what_to_do(client: Client, db: None) -> None:
    guest = User.objects.create_user("gast", language="de", is_guest=True)
    client.force_login(guest)
    page = client.get(PATH).content.decode()
    assert "Du hast keine bestätigte E-Mail-Adresse" in page
    assert "/accounts/keep/" in page


def test_spans_are_in_the_readers_language(signed_in: Client, anna: User) -> None:
    User.objects.update(language="de")
    page = signed_in.get(PATH).content.decode()
    assert "10 Minuten" in page
    assert "2 Stunden" in page
    assert "30 minutes" not in page


class TestGroups:
    """The kinds stand in groups, and many are set by one press, without scripts."""

    def test_every_kind_belongs_to_exactly_one_group(self) -> None:
        assert 6 <= len(groups.ALL) <= 9
        listed = [kind.name for group in groups.ALL for kind in registered() if kind.group == group]
        assert sorted(listed) == sorted(registry.names())

    def test_each_stands_once_on_the_page_under_its_group(self, signed_in: Client) -> None:
        page = signed_in.get(PATH).content.decode()
        for group, part in zip(groups.ALL, page.split('<details class="drawer"')[1:], strict=False):
            assert str(group.label) in part
            fields = re.findall(r'<select name="(\w+)-mail"', part.split("</details>")[0])
            own = [kind.name for kind in registered() if kind.group == group]
            assert fields == [name for name in own if name in LISTED]

    def test_all_mail_once_a_day_leaves_what_is_never_told(
        self, signed_in: Client, anna: User
    ) -> None:
        before = preferences.for_user(anna.pk)
        form = as_it_stands(signed_in.get(PATH).content.decode())
        signed_in.post(PATH, form | {"all": "mail-daily", "chat-push": "never"})
        after = preferences.for_user(anna.pk)
        for name in LISTED:
            never = before[name, Channel.MAIL] == When.NEVER
            assert after[name, Channel.MAIL] == (When.NEVER if never else When.DAILY)
        assert after["chat", Channel.PUSH] == When.NEVER, "what else was chosen is stored"
        assert after["your_turn", Channel.PUSH] == before["your_turn", Channel.PUSH]

    def test_all_off_is_one_press_and_one_group_can_be(self, signed_in: Client, anna: User) -> None:
        page = signed_in.get(PATH).content.decode()
        assert 'value="mail-never"' in page
        form = as_it_stands(page)
        signed_in.post(PATH, form | {"all": "mail-never-clubs"})
        after = preferences.for_user(anna.pk)
        assert after["club_asks", Channel.MAIL] == When.NEVER
        assert after["your_turn", Channel.MAIL] == When.NOW
        signed_in.post(PATH, form | {"all": "mail-never"})
        after = preferences.for_user(anna.pk)
        assert {after[name, Channel.MAIL] for name in LISTED} == {When.NEVER}
        assert after["your_turn", Channel.PUSH] == When.NOW

    @pytest.mark.parametrize("nonsense", ["mail", "mail-now", "fax-never", "mail-never-nowhere"])
    def test_another_button_changes_nothing(
        self, signed_in: Client, anna: User, nonsense: str
    ) -> None:
        form = as_it_stands(signed_in.get(PATH).content.decode())
        signed_in.post(PATH, form | {"all": nonsense})
        assert not Preference.objects.exists()
