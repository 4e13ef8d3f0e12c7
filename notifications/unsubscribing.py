"""Links in e-mails that stop such e-mails without signing in (RFC 8058).

A link is about one kind of e-mail, or about all that come in batches or daily: a summary has no
kind of its own.
"""

from django.core import signing
from django.urls import reverse

from accounts.models import User
from notifications import preferences, registry
from notifications.models import Channel, When
from notifications.preferences import Setting

_SALT = "notifications.unsubscribing"

#: The name of a kind, or a rhythm.
About = str | When


def path(user: User, about: About) -> str:
    """The path of the page that stops such e-mails to this person."""
    return reverse("mail-stop", args=[signing.dumps([user.pk, about], salt=_SALT)])


def read_link(token: str) -> tuple[User, About] | None:
    """The person and the subject of a link; None if it is not ours or the account is closed."""
    try:
        user_id, about = signing.loads(token, salt=_SALT)
    except signing.BadSignature:
        return None
    user = User.objects.filter(pk=user_id, is_active=True).first()
    if user is None:
        return None
    if about in When.values:
        return user, When(about)
    return (user, about) if about in registry.names() else None


def stopped(user: User, about: About) -> bool:
    """Whether no such e-mail is sent."""
    chosen = _mail(user)
    if isinstance(about, When):
        return about not in chosen.values()
    return chosen[about, Channel.MAIL] == When.NEVER


def stop(user: User, about: About) -> None:
    """Stop e-mails of this kind, or all that come in this rhythm."""
    kinds = _coming(user, about) if isinstance(about, When) else [about]
    preferences.save_preferences(user.pk, {(kind, Channel.MAIL): When.NEVER for kind in kinds})


def stop_all(user: User) -> None:
    """Stop e-mails of all kinds, also later ones; those about the account itself still come."""
    preferences.silence(user.pk, Channel.MAIL)


def resume_all(user: User) -> None:
    """Return to the defaults for e-mails of all kinds."""
    preferences.save_preferences(user.pk, {each: preferences.default(each) for each in _mail(user)})


def stopped_all(user: User) -> bool:
    return set(_mail(user).values()) == {When.NEVER}


def resume(user: User, kind: str) -> None:
    """Send e-mails of this kind again: by the default, otherwise at once."""
    when = preferences.default((kind, Channel.MAIL))
    preferences.save_preferences(
        user.pk, {(kind, Channel.MAIL): When.NOW if when == When.NEVER else when}
    )


def _coming(user: User, rhythm: When) -> list[str]:
    """The kinds of e-mail that a person gets in this rhythm."""
    return [kind for (kind, _channel), when in _mail(user).items() if when == rhythm]


def _mail(user: User) -> dict[Setting, When]:
    chosen = preferences.for_user(user.pk)
    return {setting: when for setting, when in chosen.items() if setting[1] == Channel.MAIL}
