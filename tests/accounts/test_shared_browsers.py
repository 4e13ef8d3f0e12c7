"""That two accounts sign in with the same browser is noted for moderators, for a while."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.signing import Signer
from django.test import Client
from django.utils import timezone

from accounts import exporting, people, shared_browsers
from accounts.limits import guessing
from accounts.models import SharedBrowser, User
from accounts.tasks import forget_unconfirmed
from tests.people import PASSWORD

pytestmark = pytest.mark.django_db


def sign_in(browser: Client, *names: str) -> None:
    """One after the other."""
    for name in names:
        given = {"login": name, "password": PASSWORD}
        assert browser.post("/accounts/login/", given).status_code == 302
        browser.post("/accounts/logout/")


def pairs() -> set[tuple[int, int]]:
    return set(SharedBrowser.objects.values_list("one", "other"))


def test_each_pair_is_noted_once_and_not_across_browsers(anna: User, ben: User, cleo: User) -> None:
    shared = Client()
    sign_in(shared, "anna", "ben")
    sign_in(Client(), "cleo")
    assert pairs() == {(anna.pk, ben.pk)}
    long_ago = timezone.now() - timedelta(days=80)
    SharedBrowser.objects.update(at=long_ago)
    sign_in(shared, "anna")
    [again] = SharedBrowser.objects.all()
    assert again.at > long_ago
    sign_in(shared, "cleo")
    assert pairs() == {(anna.pk, ben.pk), (anna.pk, cleo.pk), (ben.pk, cleo.pk)}


def test_what_is_not_a_sign_in_is_not_noted(anna: User, ben: User) -> None:
    guest = Client()
    guest.post("/accounts/guest/")
    sign_in(guest, "anna")
    forged = Client()
    forged.cookies[guessing.COOKIE] = f"{anna.pk}:forged"
    sign_in(forged, "ben")
    nonsense = Client()
    wrong = Signer(salt=guessing.COOKIE).sign("0.x.-1.99999999")
    nonsense.cookies[guessing.COOKIE] = wrong
    sign_in(nonsense, "ben")
    refused = Client()
    sign_in(refused, "anna")
    refused.post("/accounts/login/", {"login": "ben", "password": "wrong"})
    assert pairs() == set()


def test_it_is_forgotten_after_its_time_and_with_an_account(
    anna: User, ben: User, cleo: User
) -> None:
    shared_browsers.record_shared_browsers(anna.pk, [ben.pk, cleo.pk])
    SharedBrowser.objects.filter(other=cleo).update(at=timezone.now() - shared_browsers.KEPT)
    forget_unconfirmed()
    assert pairs() == {(anna.pk, ben.pk)}
    people.close_account(ben)
    assert pairs() == set()
    shared_browsers.record_shared_browsers(anna.pk, [ben.pk])
    assert pairs() == set(), "nobody is there any more"


def test_an_export_does_not_name_the_other(anna: User, ben: User) -> None:
    shared_browsers.record_shared_browsers(anna.pk, [ben.pk])
    [row] = SharedBrowser.objects.all()
    for user in (anna, ben):
        assert exporting.everything(user)["browsers_shared"] == [{"at": row.at}]
