"""Finding people: by their name or a part of it, and those who have come lately."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from django.db.models import Case, Exists, IntegerField, OuterRef, Q, QuerySet, When
from django.db.models.functions import Lower, Upper
from django.utils import timezone

from accounts import names
from accounts.company import relationships
from accounts.models import NAME_PARTS, Block, Privacy, User
from accounts.moderation import sanctions

#: Fewer letters would match everybody.
FEWEST_LETTERS = 3
#: The most results shown; people refine the search by typing more letters.
MOST = 20
LOOKED_AT = 200
#: How long a person counts as new.
NEW = timedelta(days=30)


def find_named(name: str) -> User | None:
    """The person of this name, in any case of letters, suspended or not; None for nobody."""
    if not names.could_be(name):
        return None
    here = Q(is_active=True) | Q(pk__in=sanctions.away().values("user"))
    return User.objects.filter(here, username__iexact=name).select_related("owner").first()


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
    """Those of them who are people and have permanent accounts."""
    return list_findable_people(reader_id).filter(is_guest=False, owner=None)


def by_part(part: str, reader_id: int, met: Iterable[int] = ()) -> list[User]:
    """People with this part in their name: the exact name, friends, those of ``met``, then others.

    Each group is sorted by name. Fewer than ``FEWEST_LETTERS`` letters find nobody. If very many
    names have this part, only ``LOOKED_AT`` of the others are considered.
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
    # This uses the index over pieces of names, without an order: for one, the database would read
    # all matching names.
    some = named.alias(pieces=NAME_PARTS).filter(Q(pieces__contains=pieces))[:LOOKED_AT]
    ids = {one.pk for found in (called, known, some) for one in found.only("pk")}
    return list(User.objects.filter(pk__in=ids).order_by(near, Lower("username"))[:MOST])


def newcomers(reader_id: int, most: int) -> list[User]:
    """The people who have joined recently, newest first."""
    since = timezone.now() - NEW
    last = members(reader_id).order_by("-pk")[:most]
    return [one for one in last if one.date_joined > since]
