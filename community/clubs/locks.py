"""The lock of a club."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from boardgames.refusal import Refusal
from community.clubs.queries import seen
from community.models import Club


@contextmanager
def locked(club_id: int, reader_id: int, joins: int | None = None) -> Iterator[Club]:
    """Lock an open club that this person may know of, until the transaction ends.

    ``joins``: until then this person cannot get into another club. People are locked before clubs,
    as closing an account does.
    """
    with transaction.atomic(durable=True):
        seen(club_id, reader_id)
        if joins is not None:
            User.objects.select_for_update(no_key=True).get(pk=joins)
        club = Club.objects.select_for_update(no_key=True).get(pk=club_id)
        check_open(club)
        yield club


def check_open(club: Club) -> None:
    if club.closed_at is not None:
        raise Refusal(_("This club is closed."))
