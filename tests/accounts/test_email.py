"""One address each, and how to change it."""

from collections.abc import Callable

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from accounts.models import User
from tests.accounts.reading import link_in_mail

EMAIL = "/accounts/email/"


def test_a_new_address_takes_over_when_confirmed(as_: Callable[[User], Client], anna: User) -> None:
    browser = as_(anna)
    browser.post(EMAIL, {"email": "New@example.org", "action_add": "1"})
    page = browser.get(EMAIL).content.decode()
    assert "new@example.org" in page
    assert "not confirmed" in page
    assert anna.confirmed_email == "anna@example.org"
    browser.post(link_in_mail())
    assert User.objects.get(pk=anna.pk).confirmed_email == "new@example.org"
    assert EmailAddress.objects.filter(user=anna).count() == 1
    assert mail.outbox[-1].to == ["anna@example.org"], "the old address is told"


def test_the_old_address_can_be_kept(as_: Callable[[User], Client], anna: User) -> None:
    browser = as_(anna)
    browser.post(EMAIL, {"email": "new@example.org", "action_add": "1"})
    browser.post(EMAIL, {"email": "new@example.org", "action_remove": "1"})
    assert "not confirmed" not in browser.get(EMAIL).content.decode()
    assert EmailAddress.objects.filter(user=anna).count() == 1


PAGES = (
    "/games/types/bali/new/",
    "/accounts/profile/",
    "/notifications/",
    "/notifications/settings/",
)
SAID = "is not confirmed, so we send no e-mail"


@pytest.mark.parametrize("path", PAGES)
def test_somebody_who_has_not_confirmed_the_address_is_told_and_sends_the_letter_again(
    as_: Callable[[User], Client], anna: User, path: str
) -> None:
    browser = as_(anna)
    assert SAID not in browser.get(path).content.decode()
    EmailAddress.objects.filter(user=anna).update(verified=False)
    page = browser.get(path).content.decode()
    assert page.count(SAID) == 1
    assert f'name="next" value="{path}"' in page
    answer = browser.post("/accounts/email/again/", {"next": path})
    assert (answer.status_code, answer["Location"]) == (302, path)
    [sent] = mail.outbox
    assert sent.to == ["anna@example.org"]
    browser.post(link_in_mail())
    assert SAID not in browser.get(path).content.decode()
    assert anna.confirmed_email == "anna@example.org"


def test_somebody_who_asks_for_the_letter_twice_is_sent_one(
    as_: Callable[[User], Client], anna: User
) -> None:
    EmailAddress.objects.filter(user=anna).update(verified=False)
    browser = as_(anna)
    for _time in range(2):
        page = browser.post("/accounts/email/again/", {"next": "/notifications/"}, follow=True)
    assert "We have sent a link to anna@example.org" in page.content.decode()
    assert len(mail.outbox) == 1


def test_somebody_who_has_confirmed_is_sent_nothing(
    as_: Callable[[User], Client], anna: User
) -> None:
    assert as_(anna).post("/accounts/email/again/").status_code == 302
    assert mail.outbox == []


def test_guests_and_those_without_an_address_see_no_button_that_does_nothing(
    as_: Callable[[User], Client], anna: User
) -> None:
    EmailAddress.objects.filter(user=anna).delete()
    assert SAID not in as_(anna).get("/notifications/settings/").content.decode()


def test_sending_the_link_again_is_limited(as_: Callable[[User], Client], anna: User) -> None:
    browser = as_(anna)
    browser.post(EMAIL, {"email": "new@example.org", "action_add": "1"})
    browser.post(EMAIL, {"email": "new@example.org", "action_send": "1"})
    assert len(mail.outbox) == 1


@pytest.mark.parametrize("address", ["nonsense", "", "a@b", "x" * 300 + "@example.org"])
@pytest.mark.parametrize("action", ["action_add", "action_send", "action_remove", "action_primary"])
def test_nonsense(as_: Callable[[User], Client], anna: User, address: str, action: str) -> None:
    answer = as_(anna).post(EMAIL, {"email": address, action: "1"})
    assert answer.status_code in (200, 302)
    assert anna.confirmed_email == "anna@example.org"
    assert mail.outbox == []


def test_the_address_of_another_is_out_of_reach(
    as_: Callable[[User], Client], anna: User, ben: User
) -> None:
    browser = as_(anna)
    browser.post(EMAIL, {"email": "ben@example.org", "action_remove": "1"})
    assert ben.confirmed_email == "ben@example.org"
    browser.post(EMAIL, {"email": "ben@example.org", "action_add": "1"})
    (sent,) = mail.outbox
    assert sent.to == ["ben@example.org"]
    text = str(sent.body)
    assert "anna" in text
    assert "your account ben" in text, "a letter that fits"
    assert "confirm-email" not in text, "there is nothing to confirm"
    assert User.objects.get(pk=anna.pk).confirmed_email == "anna@example.org"
    assert ben.confirmed_email == "ben@example.org"
