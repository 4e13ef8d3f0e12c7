"""Finding people: by a part of their name, and those who have come lately."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from django.db.models import Case, Exists, IntegerField, OuterRef, Q, QuerySet, When
from django.db.models.functions import Lower, Upper
from django.utils import timezone

from accounts import names
from accounts.company import relationships
from accounts.models import NAME_PARTS, Block, Privacy, User

#: Fewer letters would find everybody.
FEWEST_LETTERS = 3
#: The most results shown; anyone who looks for somebody else types more letters.
MOST = 20
LOOKED_AT = 200
#: How long somebody counts as new.
NEW = timedelta(days=30)


def list_findable_people(reader_id: int) -> QuerySet[User]:
    """The people this person may find.

    Left out: closed accounts, blocks in either direction, people who hide, the reader, and bots of
    suspended people."""
    hiding = Privacy.objects.filter(user=OuterRef("pk"), hidden__contains=["found"])
    blocks = Block.objects.filter(
        Q(user=OuterRef("pk"), blocked=reader_id) | Q(user=reader_id, blocked=OuterRef("pk"))
    )
    found = User.objects.filter(~Exists(hiding), ~Exists(blocks), is_active=True)
    return found.exclude(owner__is_active=False).exclude(pk=reader_id)


def members(reader_id: int) -> QuerySet[User]:
    """Those of them who are people and have come to stay."""
    return list_findable_people(reader_id).filter(is_guest=False, owner=None)


def by_part(part: str, reader_id: int, met: Iterable[int] = ()) -> list[User]:
    """People with this part in their name: the exact name, friends, those of ``met``, then others.

    Each group is sorted by name. Fewer than ``FEWEST_LETTERS`` letters find nobody. Of a part that
    very many names have, only ``LOOKED_AT`` others are looked at, whichever come first.
    """
    pieces = names.parts(part)
    if not pieces:
        return []
    friends = set(relationships.friends_of(reader_id).order_by().values_list("pk", flat=True))
    knows = set(met)
    near = Case(
        When(username__iexact=part, then=0),
        When(pk__in=friends, then=1),
        When(pk__in=knows, then=2),
        default=3,
        output_field=IntegerField(),
    )
    named = list_findable_people(reader_id).filter(username__icontains=part).order_by()
    called = named.alias(name=Upper("username")).filter(name=part.upper())
    known = named.filter(pk__in=friends | knows)
    # By the index over the pieces of names, and in no order: by one, the database would go through
    # all names in it.
    some = named.alias(pieces=NAME_PARTS).filter(Q(pieces__contains=pieces))[:LOOKED_AT]
    ids = {one.pk for found in (called, known, some) for one in found.only("pk")}
    return list(User.objects.filter(pk__in=ids).order_by(near, Lower("username"))[:MOST])


def newcomers(reader_id: int, most: int) -> list[User]:
    """Those who have come last and lately, the newest first."""
    since = timezone.now() - NEW
    last = members(reader_id).order_by("-pk")[:most]
    return [one for one in last if one.date_joined > since]
