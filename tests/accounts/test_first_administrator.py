"""The command that makes the first administrator."""

import io

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.models import User


def test_somebody_who_has_signed_up_becomes_an_administrator(anna: User, client: Client) -> None:
    said = io.StringIO()
    call_command("administrator", "Anna", stdout=said)
    assert said.getvalue() == "anna is an administrator now: see /admin/.\n"
    client.force_login(User.objects.get(pk=anna.pk))
    assert client.get("/admin/accounts/user/").status_code == 200


def test_nobody_and_no_guest_does(anna: User) -> None:
    with pytest.raises(CommandError, match="Nobody is called ben: sign up"):
        call_command("administrator", "ben")
    User.objects.update(is_guest=True)
    with pytest.raises(CommandError, match="anna is a guest"):
        call_command("administrator", "anna")
    assert not User.objects.filter(is_staff=True).exists()
