"""Which notifications somebody wants, by which channel and when: defaults, and what differs."""

from collections.abc import Iterable, Mapping

from django.db import transaction

from notifications import kinds, registry
from notifications.models import Channel, Preference, When

#: The name of a kind, and a channel.
Setting = tuple[str, Channel]


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
    settings = [(kind, channel) for kind in registry.names() for channel in Channel]
    return {setting: chosen.get(setting, default(setting)) for setting in settings}


def choose(user_id: int, chosen: Mapping[Setting, When]) -> None:
    """From now on these hold; what is not named stays."""
    with transaction.atomic():
        for (kind, channel), when in chosen.items():
            rows = Preference.objects.filter(user_id=user_id, kind=kind, channel=channel)
            if when == default((kind, channel)):
                rows.delete()
            elif not rows.update(when=when):
                Preference.objects.create(user_id=user_id, kind=kind, channel=channel, when=when)


def reset(user_id: int) -> None:
    """The defaults hold again."""
    Preference.objects.filter(user_id=user_id).delete()


def users_wanting(kind: str) -> set[int]:
    """The numbers of those who have asked for a kind that nobody gets by default."""
    rows = Preference.objects.filter(kind=kind, user__is_active=True).exclude(when=When.NEVER)
    return set(rows.values_list("user_id", flat=True))
