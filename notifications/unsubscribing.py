"""Links in e-mails that stop that e-mail without signing in (RFC 8058).

A link is about one kind of mail, or about all that comes together or once a day: a summary has no
kind of its own.
"""

from django.core import signing
from django.urls import reverse

from accounts.models import User
from notifications import preferences
from notifications.models import Channel, Kind, When
from notifications.preferences import DEFAULTS, Choice

_SALT = "notifications.unsubscribing"

About = Kind | When


def path(user: User, about: About) -> str:
    """The path of the page that stops this mail to this person."""
    return reverse("mail-stop", args=[signing.dumps([user.pk, about], salt=_SALT)])


def read(token: str) -> tuple[User, About] | None:
    """Whom and what a link is about; None for one that is not ours or of a closed account."""
    try:
        user_id, about = signing.loads(token, salt=_SALT)
    except signing.BadSignature:
        return None
    user = User.objects.filter(pk=user_id, is_active=True).first()
    if user is None:
        return None
    return user, Kind(about) if about in Kind.values else When(about)


def stopped(user: User, about: About) -> bool:
    """Whether no such mail is sent."""
    wishes = _mail(user)
    if isinstance(about, Kind):
        return wishes[about, Channel.MAIL] == When.NEVER
    return about not in wishes.values()


def stop(user: User, about: About) -> None:
    """No more mail of this kind, or nothing more of what comes in this rhythm."""
    kinds = [about] if isinstance(about, Kind) else _coming(user, about)
    preferences.choose(user.pk, {(kind, Channel.MAIL): When.NEVER for kind in kinds})


def resume(user: User, kind: Kind) -> None:
    """Mail of this kind again: as it is by default, else at once."""
    when = DEFAULTS[kind][Channel.MAIL]
    preferences.choose(user.pk, {(kind, Channel.MAIL): When.NOW if when == When.NEVER else when})


def _coming(user: User, when: When) -> list[Kind]:
    """The kinds of mail that somebody gets in this rhythm."""
    return [kind for (kind, _mail_), wish in _mail(user).items() if wish == when]


def _mail(user: User) -> dict[Choice, When]:
    wishes = preferences.of(user.pk)
    return {choice: when for choice, when in wishes.items() if choice[1] == Channel.MAIL}
