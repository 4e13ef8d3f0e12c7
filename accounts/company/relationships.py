"""Friends, circles of friends, and blocks.

Two people are friends once each has asked for it. A block ends that, and only the person who made
it knows about it: the other one gets the same refusal as anybody might.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Upper
from django.utils.translation import gettext as _

from accounts import counting, statements
from accounts.models import Block, Circle, Friend, User
from boardgames.refusal import Refusal

MOST_FRIENDS, MOST_BLOCKS, MOST_CIRCLES, MOST_MEMBERS = 300, 300, 20, 10


def befriend(user: User, other: User) -> bool:
    """Ask somebody to be friends, or accept; whether they are friends now."""
    if other.pk == user.pk or not other.is_active or apart(user.pk, other.pk):
        raise Refusal(_("You and %(name)s cannot be friends.") % {"name": other.username})
    with transaction.atomic():
        counting.alone(user.pk)
        if user.friends.count() >= MOST_FRIENDS:
            raise Refusal(_("You have asked too many people. Take somebody off the list first."))
        Friend.objects.get_or_create(user=user, friend=other)
    return Friend.objects.filter(user=other, friend=user).exists()


def unfriend(user: User, other: User) -> None:
    """End a friendship or withdraw a request; nobody is told."""
    with transaction.atomic():
        Friend.objects.filter(Q(user=user, friend=other) | Q(user=other, friend=user)).delete()
        _take_off_circles(user, other)


def friends_of(user_id: int) -> QuerySet[User]:
    """This person's friends, by name."""
    return User.objects.filter(
        friend_of__user=user_id, friends__friend=user_id, is_active=True
    ).order_by(Upper("username"))


def asked_by(user_id: int) -> QuerySet[User]:
    """People whom this person has asked and who have not agreed."""
    return _active(friend_of__user=user_id).exclude(friends__friend=user_id)


def asking(user_id: int) -> QuerySet[User]:
    """People who have asked this person, are not blocked, and have had no answer."""
    return _active(friends__friend=user_id).exclude(friend_of__user=user_id)


def block(user: User, other: User) -> None:
    """Block somebody, with all their bots, which also ends a friendship."""
    if other.pk == user.pk:
        raise Refusal(_("You cannot block yourself."))
    with transaction.atomic():
        counting.alone(user.pk)
        if user.blocks.count() >= MOST_BLOCKS:
            raise Refusal(_("You have blocked too many people. Unblock somebody first."))
        for one in (other, *other.bots.all()):
            Block.objects.get_or_create(user=user, blocked=one)
        unfriend(user, other)
        _take_off_circles(other, user)


def unblock(user: User, other: User) -> None:
    Block.objects.filter(Q(blocked=other) | Q(blocked__owner=other), user=user).delete()


def block_as(owner: User, bot: User) -> None:
    """Block a new bot for everybody who has blocked its owner."""
    blocks = Block.objects.filter(blocked=owner)
    Block.objects.bulk_create(Block(user_id=one.user_id, blocked=bot) for one in blocks)


def blocked_by(user_id: int) -> QuerySet[User]:
    """The people whom this person has blocked, by name."""
    return _active(blocked_by__user=user_id)


def apart_from(user_id: int | None) -> set[int]:
    """Everybody who has blocked this person, or whom this person has blocked."""
    return set() if user_id is None else statements.apart(user_id)


def names_apart(user_id: int) -> frozenset[str]:
    """The names of the same people."""
    return statements.names_apart(user_id).answer()


def apart(user_id: int, *others: int | None) -> bool:
    """Whether one of these people and this person has blocked the other."""
    return bool(others) and not apart_from(user_id).isdisjoint(others)


def make_circle(user: User, name: str, members: Sequence[User]) -> Circle:
    """Create a named circle of friends, to be invited together, or change the one of this name."""
    name = name.strip()[:60]
    friends = set(friends_of(user.pk).values_list("pk", flat=True))
    chosen = [member for member in members if member.pk in friends]
    if not name or not chosen:
        raise Refusal(_("Give the circle a name and at least one of your friends."))
    if len(chosen) > MOST_MEMBERS:
        raise Refusal(_("A circle can have at most %(most)d people.") % {"most": MOST_MEMBERS})
    with transaction.atomic():
        counting.alone(user.pk)
        if user.circles.exclude(name=name).count() >= MOST_CIRCLES:
            raise Refusal(_("You have too many circles. Delete one first."))
        circle, _made = Circle.objects.get_or_create(user=user, name=name)
        circle.members.set(chosen)
    return circle


def circles_of(user_id: int) -> QuerySet[Circle]:
    return Circle.objects.filter(user=user_id).prefetch_related("members")


def drop_circle(user: User, circle_id: int) -> None:
    """Delete a circle; Circle.DoesNotExist for one of another person."""
    Circle.objects.get(user=user, pk=circle_id).delete()


def _active(**wanted: object) -> QuerySet[User]:
    return User.objects.filter(is_active=True, **wanted).order_by(Upper("username"))


def _take_off_circles(user: User, other: User) -> None:
    for circle in user.circles.filter(members=other):
        circle.members.remove(other)
