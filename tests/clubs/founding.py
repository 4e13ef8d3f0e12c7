"""Clubs for tests, and browsers of their people."""

from __future__ import annotations

from typing import Any

from django.test import Client

from accounts.models import User
from community.clubs import founding, joining
from community.clubs.founding import Words
from community.models import Club


def club_of(owner: User, *others: User, name: str = "Tuesday Table", entry: str = "open") -> Club:
    """A club of these people."""
    club = founding.found(owner.pk, Words(name, entry))
    for other in others:
        if entry == "invitation":
            joining.invite_member(club.pk, owner.pk, other.username)
        if not joining.join_club(club.pk, other.pk):
            joining.accept(club.pk, owner.pk, other.username)
    return Club.objects.get(pk=club.pk)


def browser(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def press(user: User | None, club: Club, deed: str, **fields: Any) -> int:
    """Press a button of a club; the answer's status."""
    return browser(user).post(f"/clubs/{club.pk}/{deed}/", fields).status_code


def page(user: User | None, address: str, status: int = 200) -> str:
    answer = browser(user).get(address)
    assert answer.status_code == status, (address, answer.status_code)
    return str(answer.content.decode())
