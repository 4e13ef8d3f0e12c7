"""Finding people: by a part of their name, and those who have come lately."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from django.db.models import Case, Exists, IntegerField, OuterRef, Q, QuerySet, When
from django.db.models.functions import Lower
from django.utils import timezone

from accounts import names
from accounts.company import ties
from accounts.models import NAME_PARTS, Block, Privacy, User

#: Fewer letters would find everybody.
FEWEST_LETTERS = 3
#: As many are shown; whoever looks for somebody else writes more letters.
MOST = 20
#: How long somebody counts as new.
NEW = timedelta(days=30)


def listed(reader_id: int) -> QuerySet[User]:
    """Everybody whom this person may find: who has no closed account, is not apart from them and
    does not hide; not the reader."""
    hiding = Privacy.objects.filter(user=OuterRef("pk"), hidden__contains=["found"])
    blocks = Block.objects.filter(
        Q(user=OuterRef("pk"), blocked=reader_id) | Q(user=reader_id, blocked=OuterRef("pk"))
    )
    found = User.objects.filter(~Exists(hiding), ~Exists(blocks), is_active=True)
    return found.exclude(pk=reader_id)


def members(reader_id: int) -> QuerySet[User]:
    """Those of them who are people and have come to stay."""
    return listed(reader_id).filter(is_guest=False, owner=None)


def by_part(part: str, reader_id: int, met: Iterable[int] | QuerySet = ()) -> list[User]:
    """Those with this in their name: friends first, then those of ``met``, then by name; none for
    fewer than ``FEWEST_LETTERS`` letters, and for what is in no name."""
    pieces = names.parts(part)
    if not pieces:
        return []
    friends = ties.friends_of(reader_id).order_by().values("pk")
    near = Case(When(pk__in=friends, then=0), default=1, output_field=IntegerField())
    # By the index over the pieces of names; in which order they stand is looked at afterwards.
    # Sorted by what no index has: by one, the database would go through all names in its order.
    named = listed(reader_id).alias(pieces=NAME_PARTS)
    named = named.filter(Q(pieces__contains=pieces), username__icontains=part)
    known = named.filter(Q(pk__in=friends) | Q(pk__in=met))
    first = list(known.order_by(near, Lower("username"))[:MOST])
    others = named.exclude(pk__in=[one.pk for one in first])
    return [*first, *others.order_by(Lower("username"))[: MOST - len(first)]]


def newcomers(reader_id: int, most: int) -> list[User]:
    """Those who have come last and lately, the newest first."""
    since = timezone.now() - NEW
    last = members(reader_id).order_by("-pk")[:most]
    return [one for one in last if one.date_joined > since]
