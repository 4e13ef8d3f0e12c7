"""When somebody wants to be told of what by which channel: the defaults, and what differs."""

from collections.abc import Iterable, Mapping

from django.db import transaction

from notifications.models import Channel, Kind, Preference, When

_NOW, _BATCHED, _NEVER = When.NOW, When.BATCHED, When.NEVER

#: What holds where somebody has said nothing: by mail, push message, webhook.
DEFAULTS: dict[Kind, dict[Channel, When]] = {
    kind: dict(zip((Channel.MAIL, Channel.PUSH, Channel.WEBHOOK), whens, strict=True))
    for kind, whens in {
        Kind.YOUR_TURN: (_NOW, _NOW, _NOW),
        Kind.REMINDER: (_NOW, _NOW, _NOW),
        Kind.GAME_STARTED: (_NOW, _NOW, _NOW),
        Kind.GAME_OVER: (_NOW, _NOW, _NOW),
        Kind.CANCELLED: (_NOW, _NOW, _NOW),
        Kind.INVITED: (_NOW, _NOW, _NOW),
        Kind.JOINED: (_NEVER, _NEVER, _NEVER),
        Kind.LEFT: (_NEVER, _NEVER, _NEVER),
        Kind.CHAT: (_BATCHED, _BATCHED, _BATCHED),
        Kind.TIMED_OUT: (_NOW, _NOW, _NOW),
        Kind.TAKEN_BACK: (_NEVER, _NEVER, _NEVER),
        Kind.VOTE: (_NOW, _NOW, _NOW),
        Kind.OFFERED: (_NEVER, _NEVER, _NEVER),
        Kind.MODERATED: (_NOW, _NOW, _NOW),
        Kind.WEBHOOK_OFF: (_NOW, _NOW, _NEVER),
    }.items()
}

Choice = tuple[Kind, Channel]


def of(user_id: int) -> dict[Choice, When]:
    """What holds for somebody, for every kind and channel."""
    return combined(Preference.objects.filter(user_id=user_id))


def combined(rows: Iterable[Preference]) -> dict[Choice, When]:
    """What holds for whom these rows belong to."""
    chosen = {(Kind(row.kind), Channel(row.channel)): When(row.when) for row in rows}
    return {
        (kind, channel): chosen.get((kind, channel), when)
        for kind, whens in DEFAULTS.items()
        for channel, when in whens.items()
    }


def choose(user_id: int, chosen: Mapping[Choice, When]) -> None:
    """From now on these hold; what is not named stays."""
    with transaction.atomic():
        for (kind, channel), when in chosen.items():
            rows = Preference.objects.filter(user_id=user_id, kind=kind, channel=channel)
            if when == DEFAULTS[kind][channel]:
                rows.delete()
            elif not rows.update(when=when):
                Preference.objects.create(user_id=user_id, kind=kind, channel=channel, when=when)


def reset(user_id: int) -> None:
    """The defaults hold again."""
    Preference.objects.filter(user_id=user_id).delete()


def wanting(kind: Kind) -> set[int]:
    """The numbers of those who asked to be told of a kind that is told to nobody by default."""
    rows = Preference.objects.filter(kind=kind, user__is_active=True).exclude(when=_NEVER)
    return set(rows.values_list("user_id", flat=True))
