"""Roles: the admin's groups, and what each may do. Daily work needs no superuser.

``install`` creates the groups or brings them up to date; a migration calls it. Further permissions
belong in a separate group.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType

MODERATE = "games.moderate_game"
MEND = "games.mend_game"
ACT_AS = "accounts.act_as_user"

_LOOK_AT_GAMES = (
    *("games.game.view_game", "games.move.view_move", "games.seat.view_seat"),
    *("games.incident.view_incident", "games.vote.view_vote", "games.ballot.view_ballot"),
    "games.tenure.view_tenure",
)
_MODERATE = (
    *(*_LOOK_AT_GAMES, "games.game.moderate_game", "games.game.mend_game"),
    *("games.invitation.view_invitation", "games.chatmessage.view_chatmessage"),
    *("games.case.view_case", "accounts.sanction.view_sanction", "accounts.act.view_act"),
    "accounts.formername.view_formername",
    *("community.club.view_club", "community.clubmessage.view_clubmessage"),
    *("games.study.view_study", "games.studycomment.view_studycomment"),
)
_MAINTAIN = (
    *(*_LOOK_AT_GAMES, "games.game.mend_game"),
    *("boardgames.trouble.view_trouble", "boardgames.trouble.delete_trouble"),
)
#: By group: app, model and codename of each permission.
ROLES = {
    "Moderators": _MODERATE,
    "Game type maintainers": _MAINTAIN,
    "Administrators": (
        *dict.fromkeys((*_MODERATE, *_MAINTAIN)),
        *("accounts.user.view_user", "accounts.user.change_user", "accounts.act.act_as_user"),
        "accounts.act.export_act",
        *("community.news.view_news", "community.news.add_news"),
        *("community.news.change_news", "community.news.delete_news"),
        *("community.newstext.view_newstext", "community.newstext.add_newstext"),
        *("community.newstext.change_newstext", "community.newstext.delete_newstext"),
        *("games.readyreason.view_readyreason", "games.readyreason.add_readyreason"),
        *("games.readyreason.change_readyreason", "games.readyreason.delete_readyreason"),
        *("games.package.view_package", "games.package.add_package"),
        *("games.package.change_package", "games.package.delete_package"),
        *("games.releaserequest.view_releaserequest", "games.releaserequest.change_releaserequest"),
        "games.trial.view_trial",
        *("accounts.apitoken.view_apitoken", "accounts.apitoken.delete_apitoken"),
        *("games.instruction.view_instruction", "notifications.notification.view_notification"),
        *("notifications.announcement.view_announcement", "notifications.delivery.view_delivery"),
        *("notifications.attempt.view_attempt", "auth.group.view_group"),
    ),
}


def install(*_migration: Any) -> None:
    """Create the groups, with exactly these permissions."""
    for name, wanted in ROLES.items():
        group, _made = Group.objects.get_or_create(name=name)
        group.permissions.set([_permission(*each.split(".")) for each in wanted])


def _permission(app: str, model: str, codename: str) -> Permission:
    """A permission, even before Django creates it, which happens after all migrations."""
    about, _made = ContentType.objects.get_or_create(app_label=app, model=model)
    found, _made = Permission.objects.get_or_create(
        content_type=about,
        codename=codename,
        defaults={"name": f"Can {codename.replace('_', ' ')}"},
    )
    return found
