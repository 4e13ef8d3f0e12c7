"""The commands for whoever wants their data or to be forgotten, and cannot sign in."""

import io
import json
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.models import User


def say(*words: str) -> str:
    said = io.StringIO()
    call_command(*words, stdout=said)
    return said.getvalue()


@pytest.mark.django_db
def test_a_person_gets_what_the_person_s_own_export_has(anna: User, client: Client) -> None:
    client.force_login(anna)
    told = json.loads(say("export_person", "Anna"))
    own = client.get("/accounts/export/").json()
    for differs in ("sessions",):  # which the page has just made
        told.pop(differs)
        own.pop(differs)
    told["account"].pop("last_login")
    own["account"].pop("last_login")
    assert told == own
    with pytest.raises(CommandError, match="Nobody is called zoe"):
        say("export_person", "zoe")


@pytest.mark.django_db(transaction=True)
def test_a_deleted_person_is_deleted_again_after_a_restore(anna: User, ben: User) -> None:
    before = User.objects.filter(pk=anna.pk).values().get()
    number = anna.pk
    assert say("erase_person", "Anna") == f"anna is former-player-{number} now.\n"
    kept = say("erase_person", "--list")
    assert kept.split()[0] == str(number)
    assert "anna" not in kept
    User.objects.filter(pk=number).update(**before)  # a restore
    assert again(kept) == "Closed again: 1 accounts.\n"
    anna.refresh_from_db()
    assert (anna.username, anna.email, anna.is_active) == (f"former-player-{number}", "", False)
    assert again(kept) == "Closed again: 0 accounts.\n"
    ben.refresh_from_db()
    assert ben.is_active


@pytest.mark.django_db(transaction=True)
def test_somebody_else_who_got_the_number_since_stays(anna: User) -> None:
    later = anna.date_joined + timedelta(seconds=1)
    assert again(f"{anna.pk} {later.isoformat()}\n") == "Closed again: 0 accounts.\n"
    anna.refresh_from_db()
    assert anna.username == "anna"


@pytest.mark.django_db(transaction=True)
def test_what_is_no_list_closes_nobody(anna: User) -> None:
    line = f"{anna.pk} {anna.date_joined.isoformat()}\n"
    with pytest.raises(CommandError, match="not a list of `erase_person --list`"):
        again(f"{line}nonsense\n")
    with pytest.raises(CommandError, match="Nobody is called zoe"):
        say("erase_person", "zoe")
    anna.refresh_from_db()
    assert anna.is_active


def again(lines: str) -> str:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", io.StringIO(lines))
        return say("erase_person", "--again")
