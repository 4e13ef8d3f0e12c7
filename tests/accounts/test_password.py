"""A forgotten password, and a new one."""

from collections.abc import Callable

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from accounts import people
from accounts.models import User
from accounts.sessions import tokens
from games.archive import feed
from notifications import push
from notifications.models import Notification, PushSubscription, Webhook
from notifications.webhooks import hooks, webhooks
from tests.accounts.reading import link_in_mail
from tests.people import PASSWORD

RESET = "/accounts/password/reset/"
NEW = "another-harbour-8"


def test_reset_by_the_link_in_the_mail_works_once(client: Client, anna: User) -> None:
    answer = client.post(RESET, {"email": "Anna@example.org"})
    assert answer["Location"] == "/accounts/password/reset/done/"
    link = link_in_mail()
    page = client.get(link, follow=True)
    form = page.redirect_chain[-1][0]
    answer = client.post(form, {"password1": NEW, "password2": NEW})
    assert answer.status_code == 302
    assert "Your password was changed" in mail.outbox[-1].subject
    assert Client().login(username="anna", password=NEW)
    page = Client().get(link)
    assert "This link does not work" in page.content.decode()


def reset(client: Client, password: str = NEW) -> None:
    """By the link in the last mail."""
    form = client.get(link_in_mail(), follow=True).redirect_chain[-1][0]
    client.post(form, {"password1": password, "password2": password})


def test_a_reset_confirms_the_address_that_it_came_by(client: Client, anna: User) -> None:
    EmailAddress.objects.filter(user=anna).update(verified=False)
    client.post(RESET, {"email": "anna@example.org"})
    reset(client)
    assert anna.confirmed_email == "anna@example.org"
    assert Client().login(username="anna", password=NEW)


def test_a_reset_that_is_only_looked_at_confirms_nothing(client: Client, anna: User) -> None:
    EmailAddress.objects.filter(user=anna).update(verified=False)
    client.post(RESET, {"email": "anna@example.org"})
    client.get(link_in_mail(), follow=True)
    assert anna.confirmed_email is None


def test_a_reset_confirms_no_other_address(client: Client, anna: User) -> None:
    """The new one still waits to be confirmed."""
    EmailAddress.objects.create(user=anna, email="new@example.org")
    client.post(RESET, {"email": "anna@example.org"})
    reset(client)
    assert anna.confirmed_email == "anna@example.org"
    assert not EmailAddress.objects.get(email="new@example.org").verified


def test_a_link_with_another_address_confirms_nothing(client: Client, anna: User) -> None:
    EmailAddress.objects.filter(user=anna).update(verified=False)
    client.post(RESET, {"email": "anna@example.org"})
    key = link_in_mail().split("/")[-2].split("%3A")[0]
    form = client.get(f"/accounts/password/reset/key/{key}:ImFubmFAZXhhbXBsZS5vcmci:x/")
    client.post(form["Location"], {"password1": NEW, "password2": NEW})
    assert anna.confirmed_email is None


def test_an_address_that_another_has_confirmed_stays_his(
    client: Client, anna: User, ben: User
) -> None:
    EmailAddress.objects.filter(user=anna).update(verified=False)
    client.post(RESET, {"email": "anna@example.org"})
    EmailAddress.objects.filter(user=ben).update(email="anna@example.org")
    reset(client)
    assert anna.confirmed_email is None
    assert ben.confirmed_email == "anna@example.org"


def test_the_answer_does_not_tell_who_has_an_account(client: Client, anna: User) -> None:
    known = client.post(RESET, {"email": "anna@example.org"})
    unknown = client.post(RESET, {"email": "stranger@example.org"})
    assert (known.status_code, known["Location"]) == (unknown.status_code, unknown["Location"])
    assert known.content == unknown.content
    assert [message.to for message in mail.outbox] == [
        ["anna@example.org"],
        ["stranger@example.org"],
    ], "both cost a mail, so that time tells nothing either"
    assert "no account" in mail.outbox[1].body


def test_a_mail_holds_no_markup(client: Client, anna: User) -> None:
    client.post(RESET, {"email": "o'neil@example.org"})
    assert "o'neil@example.org" in mail.outbox[-1].body, "plain text is not escaped"


@pytest.mark.parametrize("key", ["1-nonsense", "zzzzzzzzzzzzzzzzzzzzzz-x", "0-set-password", "1-ö"])
def test_nonsense_links(client: Client, key: str) -> None:
    answer = client.get(f"/accounts/password/reset/key/{key}/")
    assert answer.status_code == 200
    assert "This link does not work" in answer.content.decode()


def test_resets_are_limited(client: Client, anna: User) -> None:
    answers = [client.post(RESET, {"email": "anna@example.org"}).status_code for _ in range(21)]
    assert answers == [302] * 20 + [429]
    assert len(mail.outbox) == 1, "the first letter suffices for a while"


def test_change_asks_for_the_old_one(as_: Callable[[User], Client], anna: User) -> None:
    browser = as_(anna)
    words = {"oldpassword": "wrong", "password1": NEW, "password2": NEW}
    answer = browser.post("/accounts/password/change/", words)
    assert "Please type your current password" in answer.content.decode()
    answer = browser.post("/accounts/password/change/", {**words, "oldpassword": PASSWORD})
    assert answer["Location"] == "/accounts/profile/"
    assert browser.get("/accounts/profile/").status_code == 200, "this browser stays signed in"
    assert "Your password was changed" in mail.outbox[-1].subject


def test_a_change_signs_other_browsers_out(as_: Callable[[User], Client], anna: User) -> None:
    here, elsewhere = as_(anna), as_(anna)
    words = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    here.post("/accounts/password/change/", words)
    assert elsewhere.get("/accounts/profile/").status_code == 302


def test_a_change_ends_tokens(as_: Callable[[User], Client], anna: User) -> None:
    token = tokens.mint(anna, "my bot")
    words = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    as_(anna).post("/accounts/password/change/", words)
    assert tokens.user_for(token) is None


def test_a_reset_ends_tokens(client: Client, anna: User) -> None:
    token = tokens.mint(anna, "my bot")
    client.post(RESET, {"email": "anna@example.org"})
    page = client.get(link_in_mail(), follow=True)
    client.post(page.redirect_chain[-1][0], {"password1": NEW, "password2": NEW})
    assert tokens.user_for(token) is None


class Opened:
    """What somebody has opened that tells without a session."""

    def __init__(self, user: User) -> None:
        self.user = user
        self.calendar = f"/feeds/{feed.renew(user.pk)}.ics"
        self.webhook = Webhook.objects.create(user=user, url="https://example.org/hook")
        PushSubscription.objects.create(user=user, endpoint="https://push.example.org/1")

    def tells(self) -> tuple[bool, bool, bool]:
        """Whether calendar, webhook and push notification still do."""
        here = Client().get(self.calendar).status_code == 200
        news = Notification(user=self.user, game=None, kind="turn")
        return here, bool(webhooks.targets(self.user, news)), bool(push.targets(self.user, news))


@pytest.mark.parametrize("way", ["change", "reset", "everywhere", "admin", "delete"])
def test_what_tells_without_a_session_ends_with_the_password(
    as_: Callable[[User], Client], client: Client, anna: User, ben: User, way: str
) -> None:
    """And nothing of anybody else's."""
    opened, others = Opened(anna), PushSubscription.objects.create(user=ben, endpoint="x")
    assert opened.tells() == (True, True, True)
    words = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    match way:
        case "change":
            page = as_(anna).post("/accounts/password/change/", words, follow=True)
            assert "push notifications, and webhooks are off" in str(page.content)
            assert "push notifications, and webhooks are off" in mail.outbox[-1].body
        case "reset":
            client.post(RESET, {"email": "anna@example.org"})
            page = client.get(link_in_mail(), follow=True)
            client.post(page.redirect_chain[-1][0], words)
            assert "push notifications, and webhooks are off" in mail.outbox[-1].body
        case "everywhere":
            as_(anna).post("/accounts/sessions/")
        case "admin":
            anna.set_password(NEW)
            anna.save()
        case "delete":
            people.ask_to_close(anna)
    assert opened.tells() == (False, False, False)
    others.refresh_from_db()
    opened.webhook.refresh_from_db()
    assert opened.webhook.off_reason, "the page says why"
    hooks.switch_on(anna, opened.webhook.pk)
    assert opened.tells() == (False, True, False), "her webhook goes on when she says so"


def test_a_guest_who_keeps_the_account_loses_nothing(client: Client) -> None:
    guest = people.create_guest("en", "UTC")
    opened, token = Opened(guest), tokens.mint(guest, "my bot")
    form = {"username": "greta", "email": "greta@example.org", "password1": NEW}
    client.force_login(guest)
    assert client.post("/accounts/keep/", form).status_code == 302
    assert Client().login(username="greta", password=NEW)
    assert opened.tells() == (True, True, True)
    assert tokens.user_for(token) == guest


def test_what_saves_a_user_leaves_tokens(anna: User) -> None:
    token = tokens.mint(anna, "my bot")
    anna.save()
    assert tokens.user_for(token) == anna
