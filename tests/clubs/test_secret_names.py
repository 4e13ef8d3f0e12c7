"""The name of a club by invitation is found out by nobody who founds one."""

from __future__ import annotations

import pytest

from accounts.models import User
from boardgames.refusal import Refusal
from community.clubs import founding
from community.clubs.founding import Words


@pytest.mark.parametrize("entry", ["open", "request", "invitation"])
def test_another_club_may_be_called_as_a_secret_one(anna: User, dora: User, entry: str) -> None:
    founding.found(anna.pk, Words("The Thirteen", "invitation"))
    assert founding.found(dora.pk, Words("the thirteen", entry)).name == "the thirteen"


def test_names_of_which_everybody_may_know_are_there_once(anna: User, dora: User) -> None:
    founding.found(anna.pk, Words("The Thirteen", "open"))
    secret = founding.found(dora.pk, Words("the thirteen", "invitation"))
    with pytest.raises(Refusal, match="Another club already has this name"):
        founding.found(dora.pk, Words("The thirteen", "request"))
    with pytest.raises(Refusal, match="Another club already has this name"):
        founding.change_club(secret.pk, dora.pk, Words("the thirteen", "open"))
