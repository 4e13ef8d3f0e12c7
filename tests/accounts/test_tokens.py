"""Tokens for programs."""

from collections.abc import Callable
from datetime import timedelta
from io import StringIO

import pytest
from allauth.mfa.models import Authenticator
from django.core.management import CommandError, call_command
from django.test import Client, RequestFactory
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts import people
from accounts.models import ApiToken, User
from accounts.sessions import tokens
from boardgames.refusal import Refusal
from tests.accounts.reading import found_in
from tests.people import PASSWORD

TOKENS = "/accounts/tokens/"


def refusal(name: str, password: str) -> tuple[int, str]:
    with pytest.raises(Refusal) as refused:
        tokens.login_token(RequestFactory().post("/api/v1/token"), name, password)
    assert str(refused.value)
    return refused.value.status, refused.value.code


def test_a_token_stands_for_its_user_and_is_not_kept(anna: User) -> None:
    token = tokens.mint(anna, "my bot")
    assert tokens.user_for(token) == anna
    assert token not in str(ApiToken.objects.values())


@pytest.mark.parametrize("token", ["", "nonsense", "rt_", "\0", "\ud800", "ö" * 10_000])
def test_nonsense_is_nobodys(anna: User, token: str) -> None:
    tokens.mint(anna, "my bot")
    assert tokens.user_for(token) is None


def test_use_is_noted_but_costs_one_query(
    anna: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    token = tokens.mint(anna, "my bot")
    tokens.user_for(token)
    first = ApiToken.objects.get().last_used_at
    assert first
    with django_assert_num_queries(1):
        tokens.user_for(token)
    ApiToken.objects.update(last_used_at=timezone.now() - timedelta(days=1))
    tokens.user_for(token)
    assert ApiToken.objects.filter(last_used_at__gte=first).exists()


def test_a_closed_account_has_no_tokens(anna: User) -> None:
    token = tokens.mint(anna, "my bot")
    User.objects.update(is_active=False)
    assert tokens.user_for(token) is None
    User.objects.update(is_active=True)
    people.close_account(anna)
    assert not ApiToken.objects.exists()


def test_made_shown_once_and_revoked_in_the_profile(
    as_: Callable[[User], Client], anna: User
) -> None:
    browser = as_(anna)
    page = browser.post(TOKENS, {"name": "my bot"})
    token = found_in(page.content.decode(), r"<code data-token>(.*?)</code>")
    assert tokens.user_for(token) == anna
    assert token in page.content.decode()
    page = browser.get(TOKENS)
    assert "my bot" in page.content.decode()
    assert token not in page.content.decode()
    browser.post(f"{TOKENS}{ApiToken.objects.get().pk}/revoke/")
    assert tokens.user_for(token) is None


def test_only_ones_own_can_be_revoked(as_: Callable[[User], Client], anna: User, ben: User) -> None:
    token = tokens.mint(ben, "Ben's")
    path = f"{TOKENS}{ApiToken.objects.get().pk}/revoke/"
    assert as_(anna).post(path).status_code == 404
    assert Client().post(path).status_code == 302
    assert as_(ben).get(path).status_code == 405
    assert tokens.user_for(token) == ben


@pytest.mark.parametrize("number", ["0", "99999999999999999999999", "x"])
def test_revoking_nonsense(as_: Callable[[User], Client], anna: User, number: str) -> None:
    assert as_(anna).post(f"{TOKENS}{number}/revoke/").status_code == 404


@pytest.mark.parametrize("name", ["", "x" * 61])
def test_bad_names_make_no_token(as_: Callable[[User], Client], anna: User, name: str) -> None:
    assert as_(anna).post(TOKENS, {"name": name}).status_code == 200
    assert not ApiToken.objects.exists()


def test_there_is_a_bound(as_: Callable[[User], Client], anna: User) -> None:
    for n in range(tokens.MAX_OWN):
        tokens.mint(anna, f"bot {n}")
    page = as_(anna).post(TOKENS, {"name": "one more"}).content.decode()
    assert "Revoke one first" in page
    assert ApiToken.objects.count() == tokens.MAX_OWN


def test_the_command(anna: User) -> None:
    out = StringIO()
    call_command("token", "anna", stdout=out)
    assert tokens.user_for(out.getvalue().strip()) == anna
    with pytest.raises(CommandError, match="no user 'nobody'"):
        call_command("token", "nobody")


@pytest.mark.parametrize("name", ["anna", "anna@example.org"])
def test_name_and_password_give_one(anna: User, name: str) -> None:
    request = RequestFactory().post("/api/v1/token")
    assert tokens.user_for(tokens.login_token(request, name, PASSWORD)) == anna


def test_signing_in_again_and_again_leaves_few(anna: User) -> None:
    own = tokens.mint(anna, "my bot")
    request = RequestFactory().post("/api/v1/token")
    made = [tokens.login_token(request, "anna", PASSWORD) for _ in range(12)]
    assert ApiToken.objects.filter(by_password=True).count() == tokens.MAX_BY_PASSWORD
    assert tokens.user_for(made[0]) is None
    assert tokens.user_for(made[-1]) == anna
    assert tokens.user_for(own) == anna


def test_wrong_words_are_refused_and_limited(anna: User) -> None:
    for _ in range(4):
        assert refusal("anna", "wrong") == (401, "wrong_credentials")
    assert refusal("Nobody", PASSWORD) == (401, "wrong_credentials")
    assert refusal("", "") == (401, "wrong_credentials")
    assert refusal("anna", "\0") == (401, "wrong_credentials")
    refusal("anna", "wrong")
    assert refusal("anna", PASSWORD) == (429, "too_many_attempts"), "the page's limit, shared"


@pytest.mark.slow
def test_a_client_cannot_try_many_names(anna: User) -> None:
    statuses = {refusal(f"name{n}", "wrong")[0] for n in range(35)}
    assert statuses == {401, 429}


def test_a_second_factor_is_not_gone_round(anna: User) -> None:
    Authenticator.objects.create(user=anna, type="totp", data={"secret": "x"})
    assert refusal("anna", PASSWORD) == (403, "second_factor")
    assert refusal("anna", "wrong") == (401, "wrong_credentials"), "nor can strangers learn of it"


def test_a_closed_account_is_refused(anna: User) -> None:
    User.objects.update(is_active=False)
    assert refusal("anna", PASSWORD) == (401, "inactive")
