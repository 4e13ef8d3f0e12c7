"""Each act of a moderator asks whether he has an interest: none of them is forgotten."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from datetime import timedelta
from types import ModuleType
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import ApiToken, Sanction, User
from accounts.moderation import sanctions
from accounts.sessions import tokens
from community.clubs import founding, joining, talk
from community.clubs.founding import Words
from games.errors import Refused
from games.moderation import acts, clubs, people, seats
from tests.games.tables import table

#: What is no act on anybody: a note for other moderators.
NO_ACTS = {"leave_note"}


def acts_of(module: ModuleType) -> Iterator[Callable[..., Any]]:
    for name, function in inspect.getmembers(module, inspect.isfunction):
        if function.__module__ == module.__name__ and not name.startswith("_"):
            named = "moderator_id" in inspect.signature(function).parameters
            if named and name not in NO_ACTS:
                yield function


ACTS = [act for module in (acts, seats, people, clubs) for act in acts_of(module)]


@pytest.mark.parametrize("act", ACTS, ids=lambda act: f"{act.__module__}.{act.__name__}")
def test_whoever_has_an_interest_is_refused(
    mo: User, anna: User, ben: User, act: Callable[..., Any]
) -> None:
    game = table(mo, anna)
    club = founding.found(ben.pk, Words("A club", "open"))
    joining.join_club(club.pk, mo.pk)
    warned = sanctions.impose(anna, Sanction.Kind.WARNING, by=None, reason="x", until=None)
    there = {
        "game_id": game,
        "moderator_id": mo.pk,
        "user_id": anna.pk,
        "club_id": club.pk,
        "sanction": warned,
        "message": talk.write_message(club.pk, ben.pk, "Hello"),
        "reason": "For a reason",
        "text": "Hello",
        "name": "Quiet-Otter",
        "kind": "mute",
        "index": 1,
        "other": 0,
        "number": 0,
        "hours": 5,
        "days": 1,
        "rated": True,
        "hidden": True,
        "ended_at": None,
        "at": timezone.now() + timedelta(days=2),
    }
    wanted = inspect.signature(act).parameters.values()
    given = {one.name: there[one.name] for one in wanted if one.default is one.empty}
    with pytest.raises(Refused) as refused:
        act(**given)
    assert refused.value.code in ("own_game", "own_company", "own_club")


def test_nor_does_an_administrator_end_the_programs_of_whom_he_plays_with(
    ada: User, anna: User, ben: User
) -> None:
    """Whoever plays by a program would run out of time."""
    table(ada, anna)
    client = Client()
    client.force_login(ada)
    for user, stays in ((anna, True), (ben, False)):
        tokens.mint(user, "mine")
        token = ApiToken.objects.get(user=user)
        client.post(f"/admin/accounts/apitoken/{token.pk}/delete/", {"post": "yes"})
        chosen = {"action": "delete_selected", "_selected_action": token.pk, "post": "yes"}
        client.post("/admin/accounts/apitoken/", chosen)
        assert ApiToken.objects.filter(user=user).exists() is stays, user
