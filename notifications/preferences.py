"""A person's choices of notifications, by channel and time: defaults, and the differences."""

from collections.abc import Iterable, Mapping

from django.db import transaction

from notifications import kinds, registry
from notifications.models import Channel, Preference, When

#: The name of a kind, and a channel.
Setting = tuple[str, Channel]

#: A row with this name covers every kind, including those of later releases.
EVERY = "*"


def default(setting: Setting) -> When:
    """The setting for a person who has chosen nothing."""
    kind, channel = setting
    return kinds.get(kind).defaults.by(channel)


def for_user(user_id: int) -> dict[Setting, When]:
    """A person's setting for every kind and channel."""
    return combined(Preference.objects.filter(user_id=user_id))


def combined(rows: Iterable[Preference]) -> dict[Setting, When]:
    """The settings that result from one person's rows."""
    chosen = {(row.kind, Channel(row.channel)): When(row.when) for row in rows}
    return {
        (kind, channel): chosen.get((kind, channel))
        or chosen.get((EVERY, channel))
        or default((kind, channel))
        for kind in registry.names()
        for channel in Channel
    }


def save_preferences(user_id: int, chosen: Mapping[Setting, When]) -> None:
    """Store these choices; others stay.

    If the person wants something by a channel that was silenced, it also sends kinds of later
    releases again.
    """
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
    """Send nothing by this channel, including kinds of later releases."""
    with transaction.atomic():
        rows = Preference.objects.filter(user_id=user_id, channel=channel)
        rows.exclude(kind=EVERY).delete()
        Preference.objects.get_or_create(
            user_id=user_id, kind=EVERY, channel=channel, defaults={"when": When.NEVER}
        )


def reset(user_id: int) -> None:
    """Return to the defaults."""
    Preference.objects.filter(user_id=user_id).delete()


def users_wanting(kind: str) -> set[int]:
    """The user ids of those who have chosen a kind that nobody gets by default."""
    rows = Preference.objects.filter(kind=kind, user__is_active=True).exclude(when=When.NEVER)
    return set(rows.values_list("user_id", flat=True))
