"""Creating a study, what it is called, who can read it, and its end."""

from __future__ import annotations

import unicodedata

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import counting
from accounts.models import User
from accounts.moderation import sanctions
from community.clubs import queries
from games.errors import Forbidden, Illegal, Refused
from games.models import Study, StudyMember, new_key
from games.studies.access import Role, Visibility, check_owns, is_public
from games.studies.locks import changed, locked

#: Studies that a person may own, and characters of a title.
MOST_STUDIES, LONGEST_TITLE = 50, 80
LONGEST_KEY = 40


def make_study(user_id: int, title: str, key: str = "") -> Study:
    """Create a study owned by this person, which only its link opens.

    A repeat with the same idempotency key and title returns the first one.
    Forbidden for guests and programs, Refused for people who are muted or own the most studies
    already.
    """
    check_key(key)
    title = check_title(title, user_id)
    with transaction.atomic():
        counting.alone(user_id)
        mine = Study.objects.filter(members__user=user_id, members__role=Role.OWNER)
        if key and (known := mine.filter(form_key=key, title=title).first()):
            return known
        check_room(user_id)
        study = Study.objects.create(title=title, form_key=key)
        StudyMember.objects.create(study=study, user_id=user_id, role=Role.OWNER)
    return study


def check_key(key: str) -> None:
    """Raise Illegal for an idempotency key that is too long."""
    if len(key) > LONGEST_KEY or "\0" in key:
        raise Illegal(_("The key is too long."), "bad_key")


def check_room(user_id: int) -> None:
    """Raise unless this person can own one more study, in the caller's transaction."""
    counting.alone(user_id)
    check_member(User.objects.get(pk=user_id))
    if StudyMember.objects.filter(user=user_id, role=Role.OWNER).count() >= MOST_STUDIES:
        raise Refused(
            _("You have %(most)d studies, which is the maximum. Delete one of them first.")
            % {"most": MOST_STUDIES},
            "too_many_studies",
        )


def check_member(user: User) -> None:
    """Raise Forbidden for accounts that have no part in studies."""
    if user.is_guest:
        raise Forbidden(_("Guests can read studies. To write one, keep your account first."))
    if user.is_bot or not user.is_active:
        raise Forbidden(_("%(name)s cannot take part in studies.") % {"name": user.username})


def check_title(title: str, user_id: int, *, may_be_empty: bool = False) -> str:
    """The title as it is stored; Illegal or Refused for one that this person cannot give."""
    title = " ".join(unicodedata.normalize("NFC", title).split())
    if not title and not may_be_empty:
        raise Illegal(_("Give the study a title."), "no_title")
    if len(title) > LONGEST_TITLE:
        raise Illegal(
            _("A title has at most %(most)d characters.") % {"most": LONGEST_TITLE}, "too_long"
        )
    if not title.isprintable():
        raise Illegal(_("The title contains characters that cannot be shown."), "bad_title")
    if title and (why := sanctions.why_muted(user_id)):
        raise Refused(why, "muted")
    return title


def check_titles_kept(study: Study) -> None:
    """Raise Refused if moderators have removed the titles: nobody gives new ones."""
    if study.titles_removed:
        raise Refused(
            _("A moderator has removed the titles of this study. It gets no others."),
            "titles_removed",
        )


def rename_study(study_id: int, user_id: int, title: str) -> None:
    title = check_title(title, user_id)
    with locked(study_id, user_id) as access:
        check_owns(access)
        check_titles_kept(access.study)
        access.study.title = title
        changed(access.study)


def show_to(study_id: int, user_id: int, visibility: str, club_id: int | None = None) -> None:
    """Set who can read it besides its members.

    Illegal for an unknown visibility and for a club that the owner is not in, Refused for a public
    study of private games.
    """
    if visibility not in Visibility.values:
        raise Illegal(_("Choose who can read the study."), "bad_visibility")
    with locked(study_id, user_id) as access:
        check_owns(access)
        study = access.study
        if visibility == Visibility.CLUB:
            if club_id is None or not queries.is_member(club_id, user_id):
                raise Illegal(_("Choose one of your clubs."), "bad_club")
            study.club_id = club_id
        else:
            study.club_id = None
        if visibility == Visibility.PUBLIC:
            _check_public(study)
        study.visibility = visibility
        changed(study)


def _check_public(study: Study) -> None:
    for chapter in study.chapters.select_related("game").defer("game__state", "game__seed"):
        if not is_public(chapter.game):
            raise Refused(
                _("Game %(number)d is private, so the study cannot be shown to everybody.")
                % {"number": chapter.game_id},
                "private_game",
            )


def renew_link(study_id: int, user_id: int) -> None:
    """Give the study another link; the old one no longer opens it."""
    with locked(study_id, user_id) as access:
        check_owns(access)
        access.study.key = new_key()
        changed(access.study)


def delete_study(study_id: int, user_id: int) -> None:
    """Delete a study with all that is written in it."""
    with locked(study_id, user_id) as access:
        check_owns(access)
        changed(access.study)  # its open pages look, and find nothing
        access.study.delete()
