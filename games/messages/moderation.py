"""Notifications from moderators, and to them."""

from collections.abc import Iterable

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from games.facts import Broken, Moderated
from games.messages.about import GameKind, game_path, type_name
from games.moderation.page import PERMISSION
from notifications import registry
from notifications.content import Words
from notifications.kinds import AT_ONCE, Kind
from notifications.models import Announcement, Notification


@registry.register
class ModeratedKind(Kind[Moderated]):
    """About a game or in general."""

    fact = Moderated
    label = gettext_lazy("a moderator has something to tell me")
    heading = gettext_lazy("From a moderator")
    defaults = AT_ONCE

    def words(self, notification: Notification) -> Words:
        game, text = notification.game, self.read(notification).text
        return Words(
            subject=_("A moderator writes to you about %(game)s") % {"game": type_name(game)}
            if game
            else _("A moderator writes to you"),
            heading=_("From a moderator"),
            lines=[line for line in text.splitlines() if line.strip()],
            button=_("Look at the game") if game else _("To my games"),
            path=game_path(game) if game else reverse("my"),
        )


@registry.register
class BrokenKind(GameKind[Broken]):
    """For all who may moderate, as long as the game is broken."""

    fact = Broken
    label = gettext_lazy("a game breaks that I may moderate")
    heading = gettext_lazy("Broken games")
    defaults = AT_ONCE
    place = "moderation"

    def may_reach(self, user: User) -> bool:
        return user.has_perm(PERMISSION)

    def audience(self, announcement: Announcement) -> Iterable[int]:
        return User.objects.with_perm(PERMISSION).values_list("pk", flat=True)

    def why_not(self, notification: Notification) -> str:
        if not self.may_reach(notification.user):
            return "no moderator"
        return "" if self.game(notification).broken_at else "mended"

    def words(self, notification: Notification) -> Words:
        about, reason = self.about(notification), self.read(notification).reason
        values = {"game": about.name, "number": about.game.pk}
        return Words(
            subject=_("%(game)s, number %(number)d, is broken") % values,
            heading=_("A game is broken"),
            lines=[
                _("The rules failed, so the game stands still and its clocks are stopped."),
                _("The reason: %(reason)s") % {"reason": reason},
                _("The players have been told that moderators know of it."),
            ],
            button=_("To the moderators' page"),
            path=reverse("admin:games_game_moderate", args=[about.game.pk]),
            about=about.title,
        )
