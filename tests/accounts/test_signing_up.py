"""Signing up, and confirming the e-mail address."""

import re
from datetime import timedelta
from unittest import mock

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts import people
from accounts.models import User
from accounts.sessions import tokens
from tests.accounts.reading import link_in_mail
from tests.people import PASSWORD

SIGNUP = "/accounts/signup/"
CLEO = {"username": "Cleo", "email": "Cleo@Example.org", "password1": PASSWORD}


def test_one_can_play_at_once_and_confirms_by_the_link_in_the_mail(client: Client) -> None:
    answer = client.post(SIGNUP + "?next=/kit/", CLEO)
    assert (answer.status_code, answer["Location"]) == (302, "/kit/")
    cleo = User.objects.get(username="Cleo")
    assert client.session["_auth_user_id"] == str(cleo.pk)
    assert cleo.email == "cleo@example.org"
    assert cleo.confirmed_email is None, "mail about games goes to confirmed addresses only"

    [sent] = mail.outbox
    assert sent.to == ["cleo@example.org"]
    page = client.get(link_in_mail())
    assert "Does cleo@example.org belong to the account Cleo?" in page.content.decode()
    assert cleo.confirmed_email is None, "programs that follow links in mail confirm nothing"
    answer = client.post(link_in_mail())
    assert answer.status_code == 302
    assert cleo.confirmed_email == "cleo@example.org"


def test_where_no_mail_leaves_the_page_shows_the_link(client: Client, settings: Settings) -> None:
    settings.MAIL_STAYS_HERE = True
    client.post(SIGNUP, CLEO)
    page = client.get("/accounts/profile/").content.decode()
    link = re.search(r'<a href="([^"]+)">Confirm the address</a>', page)
    assert link
    client.post(link[1])  # not letter by letter that of the mail, which is some moments older
    assert User.objects.get().confirmed_email == "cleo@example.org"


def test_where_mail_goes_out_the_page_does_not_show_the_link(
    client: Client, settings: Settings
) -> None:
    settings.MAIL_STAYS_HERE = False
    client.post(SIGNUP, CLEO)
    page = client.get("/accounts/profile/").content.decode()
    assert "Confirm the address" not in page
    assert link_in_mail().rsplit("/", 2)[0] not in page


def test_language_and_time_zone_begin_as_the_browser_says(client: Client) -> None:
    client.cookies["time_zone"] = "Europe%2FBerlin"
    client.post(SIGNUP, CLEO, headers={"accept-language": "de-AT,de;q=0.9"})
    cleo = User.objects.get()
    assert (cleo.language, cleo.time_zone) == ("de", "Europe/Berlin")
    assert "Bestätige" in mail.outbox[0].subject or "bestätige" in mail.outbox[0].subject


@pytest.mark.parametrize("zone", ["Mars/Olympus", "../../etc/passwd", "%00", ""])
def test_a_nonsense_time_zone_is_utc(client: Client, zone: str) -> None:
    client.cookies["time_zone"] = zone
    client.post(SIGNUP, CLEO)
    assert User.objects.get().time_zone == "UTC"


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("anna", "This name is taken"),
        ("ANNA", "This name is taken"),
        ("admin", "This name is reserved"),
        ("Support", "This name is reserved"),
        ("former-player-1", "This name is reserved"),
        ("Imported-1", "This name is reserved"),
        ("x", "at least 2 characters"),
        ("-dash", "Begin with a letter"),
        ("4711", "Begin with a letter"),
        ("has space", "Begin with a letter"),
        ("anna@example", "Begin with a letter"),
        ("а" + "nna", "Begin with a letter"),
        ("a/../b", "Begin with a letter"),
        ("a" * 31, "at most 30 characters"),
        ("", "This field is required"),
    ],
)
def test_names_that_cannot_be_had(client: Client, anna: User, name: str, complaint: str) -> None:
    answer = client.post(SIGNUP, {**CLEO, "username": name})
    assert answer.status_code == 200
    assert complaint in answer.content.decode()
    assert User.objects.count() == 1
    assert 'value="cleo@example.org"' in answer.content.decode().lower(), "nothing typed is lost"


@pytest.mark.parametrize(
    ("field", "value", "complaint"),
    [
        ("email", "nonsense", "Enter a valid email address"),
        ("password1", "12345678", "too common"),
        ("password1", "short", "too short"),
        ("password1", "cleo@example", "too similar"),
    ],
)
def test_other_bad_answers(
    client: Client, anna: User, field: str, value: str, complaint: str
) -> None:
    answer = client.post(SIGNUP, {**CLEO, field: value})
    assert complaint in answer.content.decode()
    assert User.objects.count() == 1
    assert mail.outbox == []


def test_of_two_who_take_a_name_at_once_one_is_told(client: Client) -> None:
    def somebody_is_faster(*args: object, **kwargs: object) -> None:
        User.objects.create_user("cleo")

    with mock.patch("accounts.adapter.AccountAdapter.populate_username", somebody_is_faster):
        answer = client.post(SIGNUP, CLEO)
    assert answer.status_code == 302
    assert "Somebody has just taken this name" in client.get(answer["Location"]).content.decode()


@pytest.mark.parametrize(
    "next_", ["https://evil.example/", "//evil.example", "javascript:alert(1)"]
)
def test_no_open_redirect(client: Client, next_: str) -> None:
    answer = client.post(SIGNUP, {**CLEO, "next": next_})
    assert answer["Location"] == "/"


def test_signing_up_is_limited(client: Client) -> None:
    for n in range(40):
        client.post(SIGNUP, {**CLEO, "username": f"x{n}", "email": "nonsense"})
    answer = client.post(SIGNUP, CLEO)
    assert answer.status_code == 429
    assert "try again in 1 minute" in answer.content.decode()
    assert not User.objects.exists()


def test_a_damaged_confirmation_link(client: Client) -> None:
    answer = client.get("/accounts/confirm-email/nonsense:x/")
    assert answer.status_code == 200
    assert "too old or damaged" in answer.content.decode()
    assert client.post("/accounts/confirm-email/nonsense:x/").status_code == 404


def test_an_address_belongs_to_somebody_who_confirms_it(client: Client, anna: User) -> None:
    squatter = User.objects.create_user("Squatter", "cleo@example.org", PASSWORD)
    EmailAddress.objects.create(user=squatter, email=squatter.email, primary=True)
    client.force_login(anna)
    client.post("/accounts/email/", {"email": "cleo@example.org", "action_add": "1"})
    assert client.post(link_in_mail()).status_code == 302
    assert User.objects.get(pk=anna.pk).confirmed_email == "cleo@example.org"


def test_whether_an_address_is_known_is_not_told(client: Client, anna: User) -> None:
    unknown = client.post(SIGNUP, CLEO)
    known = Client().post(SIGNUP, {**CLEO, "username": "Other", "email": anna.email})
    assert (known.status_code, known["Location"]) == (unknown.status_code, unknown["Location"])
    assert [message.to for message in mail.outbox] == [["cleo@example.org"], [anna.email]]
    Client().post(link_in_mail())
    assert User.objects.get(username="Other").confirmed_email is None
    assert anna.confirmed_email == anna.email, "it stays with who has confirmed it"


def test_an_unconfirmed_address_blocks_nobody(client: Client) -> None:
    squatter = User.objects.create_user("Squatter", "cleo@example.org", PASSWORD)
    EmailAddress.objects.create(user=squatter, email=squatter.email, primary=True)
    client.post(SIGNUP, CLEO)
    client.post(link_in_mail())
    assert User.objects.get(username="Cleo").confirmed_email == "cleo@example.org"


def test_the_first_confirmation_ends_tokens_and_other_browsers(client: Client) -> None:
    client.post(SIGNUP, CLEO)
    cleo = User.objects.get()
    token, elsewhere = tokens.mint(cleo, "left behind"), Client()
    elsewhere.force_login(cleo)
    client.post(link_in_mail())
    assert tokens.user_for(token) is None
    assert elsewhere.get("/accounts/profile/").status_code == 302
    assert client.get("/accounts/profile/").status_code == 200, "this browser stays signed in"


def test_a_later_confirmation_ends_nothing(client: Client, anna: User) -> None:
    token, elsewhere = tokens.mint(anna, "mine"), Client()
    client.force_login(anna)
    elsewhere.force_login(anna)
    client.post("/accounts/email/", {"email": "anna@elsewhere.example", "action_add": "1"})
    client.post(link_in_mail())
    assert anna.confirmed_email == "anna@elsewhere.example"
    assert tokens.user_for(token) == anna
    assert elsewhere.get("/accounts/profile/").status_code == 200


def test_whoever_confirms_elsewhere_chooses_a_password_of_his_own(client: Client) -> None:
    """Somebody may have signed up with another's address, and waited."""
    squatter, owner = client, Client()
    squatter.post(SIGNUP, CLEO)
    cleo = User.objects.get()
    answer = owner.post(link_in_mail())
    assert "/accounts/password/reset/key/" in answer["Location"]
    assert cleo.confirmed_email == "cleo@example.org"
    assert squatter.get("/accounts/profile/").status_code == 302, "signed out"
    signed_in = {"login": "Cleo", "password": PASSWORD}
    assert squatter.post("/accounts/login/", signed_in).status_code == 200, "refused"
    form, new = owner.get(answer["Location"], follow=True), "my-own-lighthouse-3"
    owner.post(form.redirect_chain[-1][0], dict.fromkeys(["password1", "password2"], new))
    assert User.objects.get().check_password(new)


def test_somebody_who_has_the_address_already_gets_a_letter_that_fits(
    client: Client, anna: User
) -> None:
    User.objects.filter(pk=anna.pk).update(language="de")
    client.post(SIGNUP, {**CLEO, "email": "Anna@Example.org"})
    assert User.objects.filter(username="Cleo").exists(), "the page tells nobody"
    [sent] = mail.outbox
    assert sent.to == ["anna@example.org"]
    assert "Du hast schon ein Konto" in sent.subject
    text = str(sent.body)
    assert "Cleo" in text
    assert "deines Kontos anna" in text
    assert "/accounts/password/reset/" in text
    assert "confirm-email" not in text, "there is nothing to confirm"


def test_an_address_that_nobody_confirms_is_forgotten(client: Client, anna: User) -> None:
    client.post(SIGNUP, CLEO)
    people.forget_unconfirmed()
    assert EmailAddress.objects.filter(email="cleo@example.org").exists()
    long_ago = timezone.now() - timedelta(days=31)
    User.objects.filter(username="Cleo").update(unconfirmed_since=long_ago)
    User.objects.filter(pk=anna.pk).update(date_joined=long_ago)
    assert people.forget_unconfirmed() == 1
    cleo = User.objects.get(username="Cleo")
    assert cleo.email == ""
    assert cleo.check_password(PASSWORD), "the account stays"
    assert anna.confirmed_email == anna.email
