"""Which notifications somebody wants, by which channel and when: defaults, and what differs."""

from collections.abc import Iterable, Mapping

from django.db import transaction

from notifications import kinds, registry
from notifications.models import Channel, Preference, When

#: The name of a kind, and a channel.
Setting = tuple[str, Channel]

#: Stands in a row for every kind, also those that a later release brings.
EVERY = "*"


def default(setting: Setting) -> When:
    """What holds where somebody has chosen nothing."""
    kind, channel = setting
    return kinds.get(kind).defaults.by(channel)


def for_user(user_id: int) -> dict[Setting, When]:
    """What holds for somebody, for every kind and channel."""
    return combined(Preference.objects.filter(user_id=user_id))


def combined(rows: Iterable[Preference]) -> dict[Setting, When]:
    """What holds for whom these rows belong to."""
    chosen = {(row.kind, Channel(row.channel)): When(row.when) for row in rows}
    return {
        (kind, channel): chosen.get((kind, channel))
        or chosen.get((EVERY, channel))
        or default((kind, channel))
        for kind in registry.names()
        for channel in Channel
    }


def choose(user_id: int, chosen: Mapping[Setting, When]) -> None:
    """From now on these hold; what is not named stays. Where something is wanted by a channel that
    was silent, kinds of a later release come by it again."""
    with transaction.atomic():
        wanted = {channel for (_kind, channel), when in chosen.items() if when != When.NEVER}
        silent = Preference.objects.filter(user_id=user_id, kind=EVERY, channel__in=wanted)
        if silent:
            chosen = {**for_user(user_id), **chosen}
            silent.delete()
        for (kind, channel), when in chosen.items():
            rows = Preference.objects.filter(user_id=user_id, kind=kind, channel=channel)
            if when == default((kind, channel)):
                rows.delete()
            elif not rows.update(when=when):
                Preference.objects.create(user_id=user_id, kind=kind, channel=channel, when=when)


def silence(user_id: int, channel: Channel) -> None:
    """Nothing by this channel, whatever kinds there will be."""
    with transaction.atomic():
        rows = Preference.objects.filter(user_id=user_id, channel=channel)
        rows.exclude(kind=EVERY).delete()
        Preference.objects.get_or_create(
            user_id=user_id, kind=EVERY, channel=channel, defaults={"when": When.NEVER}
        )


def reset(user_id: int) -> None:
    """The defaults hold again."""
    Preference.objects.filter(user_id=user_id).delete()


def users_wanting(kind: str) -> set[int]:
    """The numbers of those who have asked for a kind that nobody gets by default."""
    rows = Preference.objects.filter(kind=kind, user__is_active=True).exclude(when=When.NEVER)
    return set(rows.values_list("user_id", flat=True))
