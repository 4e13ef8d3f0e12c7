"""Stored game settings for a circle, to start such a game again with one tap."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _

from accounts.company import relationships
from accounts.models import Circle
from games.errors import NotFound
from games.lobby import open_games
from games.models import Preset
from games.storage.position import Position

_KEPT = ("players", "bots", "level", "clock", "visibility", "options", "rated")


def check_circle(user_id: int, circle_id: int) -> None:
    """Raise NotFound unless this is a circle of this person."""
    if not Circle.objects.filter(user=user_id, pk=circle_id).exists():
        raise NotFound(_("You have no such circle of friends."))


def save_preset(user_id: int, circle_id: int, type_: str, settings: Mapping[str, object]) -> None:
    """Store these settings for a circle of this person, replacing earlier ones for the type.

    Nothing is stored for another person's circle.
    """
    circle = Circle.objects.filter(user=user_id, pk=circle_id).first()
    if circle is not None:
        kept = {name: settings[name] for name in _KEPT if name in settings}
        Preset.objects.update_or_create(circle=circle, type=type_, defaults={"settings": kept})


def start_preset_game(user_id: int, preset_id: int) -> Position:
    """Create a game with these settings and invite the circle; NotFound for another's preset.

    Members who cannot be invited any more (a closed account, a block) are left out.
    """
    found = Preset.objects.filter(circle__user=user_id, pk=preset_id).select_related("circle")
    preset = found.first()
    if preset is None:
        raise NotFound
    apart = relationships.apart_from(user_id)
    members = preset.circle.members.filter(is_active=True).exclude(pk__in=apart)
    names = list(members.values_list("username", flat=True))
    return open_games.create(user_id, preset.type, **preset.settings, invite=names)
