"""The form for a person's notifications: what, when, and by which channel."""

import datetime
from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from django import forms
from django.utils.formats import time_format
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.models import User
from notifications import groups, preferences, rhythm
from notifications.groups import Group
from notifications.kinds import Kind, registered
from notifications.models import Channel, Rhythm, When
from notifications.preferences import Setting


def _shown(hour: int) -> str:
    return str(time_format(datetime.time(hour), "TIME_FORMAT"))


_clock = lazy(_shown, str)
_HOURS = [(f"{hour:02}:00", _clock(hour)) for hour in range(24)]
_SHARES = [(share, f"{share} %") for share in (10, 25, 50, 75)]

#: The values that a button sets for many kinds.
_AT_ONCE = (When.DAILY, When.NEVER)


def _minutes() -> list[tuple[int, str]]:
    """Choices of minutes in the reader's language."""
    return [
        *((n, ngettext("%(n)d minute", "%(n)d minutes", n) % {"n": n}) for n in (10, 30)),
        *((60 * n, ngettext("%(n)d hour", "%(n)d hours", n) % {"n": n}) for n in (1, 2, 4, 8)),
    ]


def _whole_hour(value: str) -> datetime.time:
    return datetime.time.fromisoformat(value)


def _set_up(user: User) -> list[Channel]:
    """E-mail, and the channels for which the user has a device or an address."""
    has = {
        Channel.MAIL: True,
        Channel.PUSH: user.push_subscriptions.exists(),
        Channel.WEBHOOK: user.webhooks.exists(),
    }
    return [channel for channel in Channel if has[channel]]


class Row(NamedTuple):
    """A kind, and its fields by channel."""

    kind: Kind[Any]
    fields: list[tuple[Channel, forms.BoundField]]


class Section(NamedTuple):
    """A group with its kinds.

    ``now``: the current choice for each channel, in words; ``wrong``: a choice there is invalid.
    """

    group: Group
    rows: list[Row]
    now: list[str]
    wrong: bool


class PreferencesForm(forms.Form):
    """A choice for every kind and each channel that is set up, named ``kind-channel``.

    A button named ``all`` sets many at once: its value joins a channel, "daily" or "never", and
    optionally the name of a group by hyphens.
    """

    def __init__(self, user: User, data: Any = None) -> None:
        super().__init__(data)
        self.channels = _set_up(user)
        self.kinds = [kind for kind in registered() if kind.may_reach(user)]
        chosen = preferences.for_user(user.pk)
        for kind in self.kinds:
            for channel in self.channels:
                self.fields[_field(kind, channel)] = forms.ChoiceField(
                    label=f"{channel.label}: {kind.label}",
                    choices=When.choices,
                    initial=chosen[kind.name, channel],
                )

    def sections(self) -> list[Section]:
        """The groups that apply to this person."""
        found = []
        for group in groups.ALL:
            kinds = [kind for kind in self.kinds if kind.group == group]
            rows = [self._row(kind) for kind in kinds]
            if rows:
                wrong = any(bound.errors for row in rows for _channel, bound in row.fields)
                found.append(Section(group, rows, self._now(rows), wrong))
        return found

    def _row(self, kind: Kind[Any]) -> Row:
        return Row(kind, [(channel, self[_field(kind, channel)]) for channel in self.channels])

    def _now(self, rows: list[Row]) -> list[str]:
        said = []
        for channel in self.channels:
            counted = Counter(
                bound.value() for row in rows for by, bound in row.fields if by == channel
            )
            parts = [f"{counted[when]} {when.label}" for when in When if counted[when]]
            said.append(f"{channel.label}: {', '.join(parts)}")
        return said

    def chosen(self) -> dict[Setting, When]:
        chosen = {
            (kind.name, channel): When(self.cleaned_data[_field(kind, channel)])
            for kind in self.kinds
            for channel in self.channels
        }
        return chosen | self._set_at_once(chosen)

    def _set_at_once(self, chosen: Mapping[Setting, When]) -> dict[Setting, When]:
        """The choices of the button for many; kinds that are off by default stay off for
        "daily"."""
        by, _hyphen, rest = self.data.get("all", "").partition("-")
        when, _hyphen, group = rest.partition("-")
        if by not in self.channels or when not in _AT_ONCE:
            return {}
        names = {kind.name for kind in self.kinds if group in ("", kind.group.name)}
        return {
            setting: When(when)
            for setting, was in chosen.items()
            if setting[0] in names and setting[1] == by and was != When.NEVER
        }


def _field(kind: Kind[Any], channel: Channel) -> str:
    return f"{kind.name}-{channel}"


class RhythmForm(forms.ModelForm):
    """At which time of day, and how early before a person's time runs out."""

    reminder_share = forms.TypedChoiceField(
        label=_("Remind me when this share of my time is left"), choices=_SHARES, coerce=int
    )
    batch_minutes = forms.TypedChoiceField(
        label=_("Bundled: send after"), choices=_minutes, coerce=int
    )
    digest_at = forms.TypedChoiceField(
        label=_("Once a day: at"), choices=_HOURS, coerce=_whole_hour
    )
    quiet_from = forms.TypedChoiceField(
        label=_("Quiet from"),
        choices=[("", _("no quiet hours")), *_HOURS],
        coerce=_whole_hour,
        required=False,
        empty_value=None,
    )
    quiet_until = forms.TypedChoiceField(
        label=_("Quiet until"),
        choices=[("", _("no quiet hours")), *_HOURS],
        coerce=_whole_hour,
        required=False,
        empty_value=None,
        help_text=_(
            "Notifications that come during quiet hours wait until they are over. Only "
            "reminders that would then be too late are sent anyway."
        ),
    )

    quick_answers = forms.BooleanField(
        label=_("Let me take my turn from an e-mail, without signing in"),
        required=False,
        help_text=_(
            "Anyone who has such an e-mail can take that one turn for you while the turn is open."
        ),
    )
    even_if_seen = forms.BooleanField(
        label=_("Notify me even about what my open page has already shown"),
        required=False,
        help_text=_(
            "Normally we send nothing about a game that you are looking at. A page does "
            "not count if nobody has moved the mouse, clicked, typed, or scrolled there "
            "for three minutes."
        ),
    )

    class Meta:
        model = Rhythm
        fields = (
            "batch_minutes",
            "digest_at",
            "quiet_from",
            "quiet_until",
            "quick_answers",
            "even_if_seen",
        )

    field_order = ("reminder_share", *Meta.fields)

    def __init__(self, user: User, data: Any = None) -> None:
        row = rhythm.for_user(user)
        initial: dict[str, Any] = {"reminder_share": user.reminder_share}
        for name in ("digest_at", "quiet_from", "quiet_until"):
            at = getattr(row, name)
            initial[name] = f"{at:%H:%M}" if at else ""
        super().__init__(data, instance=row, initial=initial)
        self.user = user

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if (cleaned.get("quiet_from") is None) != (cleaned.get("quiet_until") is None):
            self.add_error("quiet_until", _("Quiet hours need both a start and an end."))
        return cleaned
