"""What somebody wants to be told when, by which channel."""

import datetime
from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.formats import time_format
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.models import User
from notifications import preferences, rhythm
from notifications.kinds import Kind, registered
from notifications.models import Channel, Rhythm, When
from notifications.preferences import Setting


def _shown(hour: int) -> str:
    return str(time_format(datetime.time(hour), "TIME_FORMAT"))


_clock = lazy(_shown, str)
_HOURS = [(f"{hour:02}:00", _clock(hour)) for hour in range(24)]
_SHARES = [(share, f"{share} %") for share in (10, 25, 50, 75)]


def _minutes() -> list[tuple[int, str]]:
    """In the language of whoever reads them."""
    return [
        *((n, ngettext("%(n)d minute", "%(n)d minutes", n) % {"n": n}) for n in (10, 30)),
        *((60 * n, ngettext("%(n)d hour", "%(n)d hours", n) % {"n": n}) for n in (1, 2, 4, 8)),
    ]


def _whole_hour(value: str) -> datetime.time:
    return datetime.time.fromisoformat(value)


def _set_up(user: User) -> list[Channel]:
    """E-mail, and what the user has a device or an address for: the others could tell nothing."""
    has = {
        Channel.MAIL: True,
        Channel.PUSH: user.push_subscriptions.exists(),
        Channel.WEBHOOK: user.webhooks.exists(),
    }
    return [channel for channel in Channel if has[channel]]


class PreferencesForm(forms.Form):
    """A choice for every kind and each channel that is set up, named ``kind-channel``."""

    def __init__(self, user: User, data: Any = None) -> None:
        super().__init__(data)
        self.channels = _set_up(user)
        self.kinds = [kind for kind in registered() if kind.may_reach(user)]
        chosen = preferences.for_user(user.pk)
        for kind in self.kinds:
            for channel in self.channels:
                self.fields[f"{kind.name}-{channel}"] = forms.ChoiceField(
                    label=f"{channel.label}: {kind.label}",
                    choices=When.choices,
                    initial=chosen[kind.name, channel],
                )

    def rows(self) -> Iterator[tuple[Kind[Any], list[tuple[Channel, forms.BoundField]]]]:
        """By kind: its channels with their fields."""
        for kind in self.kinds:
            yield kind, [(channel, self[f"{kind.name}-{channel}"]) for channel in self.channels]

    def chosen(self) -> dict[Setting, When]:
        return {
            (kind.name, channel): When(self.cleaned_data[f"{kind.name}-{channel}"])
            for kind in self.kinds
            for channel in self.channels
        }


class RhythmForm(forms.ModelForm):
    """When in the day, and how early before the end of one's time."""

    reminder_share = forms.TypedChoiceField(
        label=_("Remind me when this share of my time is left"), choices=_SHARES, coerce=int
    )
    batch_minutes = forms.TypedChoiceField(
        label=_("Together: collect for"), choices=_minutes, coerce=int
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
            "What comes meanwhile waits until then. Only a reminder that would come too late "
            "does not wait."
        ),
    )

    quick_answers = forms.BooleanField(
        label=_("Let me make my turn from an e-mail, without signing in"),
        required=False,
        help_text=_(
            "Whoever has such an e-mail can make that one turn for you, as long as it lasts."
        ),
    )

    class Meta:
        model = Rhythm
        fields = ("batch_minutes", "digest_at", "quiet_from", "quiet_until", "quick_answers")

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
            self.add_error("quiet_until", _("Quiet hours need a beginning and an end."))
        return cleaned
