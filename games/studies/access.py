"""What a person may see of a study and do with it."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from community.clubs import queries
from games.errors import Forbidden, NotFound
from games.models import Chapter, Game, Study, StudyMember
from games.stages import stage_visibility
from games.storage import statements

Role = StudyMember.Role
Visibility = Study.Visibility


@dataclass
class Access:
    """A study that this person can read, and their part in it.

    ``key`` is that of the link by which they came; empty if they need none.
    """

    study: Study
    user_id: int | None
    role: int | None
    key: str = ""

    @property
    def owns(self) -> bool:
        return self.role == Role.OWNER

    @property
    def writes(self) -> bool:
        return self.role in (Role.OWNER, Role.WRITER)

    @cached_property
    def chapters(self) -> list[Chapter]:
        """The chapters whose games this person may see here, in their order, without their trees
        and marks."""
        found = Chapter.objects.filter(study=self.study).select_related("game").order_by("pk")
        chapters = found.defer("game__state", "game__seed", "tree", "marks")
        return [chapter for chapter in chapters if self._may_see(chapter)]

    def chapter(self, chapter_id: int) -> Chapter:
        """One of them, with its tree and marks; NotFound for any other."""
        for chapter in self.chapters:
            if chapter.pk == chapter_id:
                chapter.refresh_from_db(fields=["tree", "marks"])
                return chapter
        raise NotFound(_("There is no such chapter."))

    def may_open(self, chapter: Chapter) -> bool:
        """Whether this person may see the chapter's game itself, too."""
        return statements.may_see(chapter.game_id, self.user_id, "")

    @cached_property
    def _hidden_types(self) -> frozenset[str]:
        return stage_visibility.not_offered(self.user_id)

    def _may_see(self, chapter: Chapter) -> bool:
        is_hidden = chapter.game.type in self._hidden_types
        if not is_hidden and (chapter.shared or is_public(chapter.game)):
            return True
        return self.may_open(chapter)


def is_public(game: Game) -> bool:
    """Whether all people may see a game of this kind, its type permitting."""
    return game.visibility == Game.Visibility.PUBLIC and game.club_id is None


def find_study(study_id: int, user_id: int | None, key: str = "") -> Access:
    """The study, if this person may read it or has its link; otherwise NotFound."""
    study = Study.objects.filter(pk=study_id).first() if study_id < 2**63 else None
    if study is not None:
        return access_to(study, user_id, key)
    raise not_found()


def access_to(study: Study, user_id: int | None, key: str = "") -> Access:
    """This person's access to a study; NotFound without any."""
    member = None
    if user_id is not None:
        member = StudyMember.objects.filter(study=study, user=user_id).first()
    role = None if member is None else member.role
    if role is not None or study.visibility == Visibility.PUBLIC:
        return Access(study, user_id, role)
    of_club = study.visibility == Visibility.CLUB and study.club_id is not None
    if of_club and queries.is_member(study.club_id or 0, user_id):
        return Access(study, user_id, role)
    if study.visibility == Visibility.LINK and key and key == study.key:
        return Access(study, user_id, role, key)
    raise not_found()


def check_writes(access: Access) -> None:
    """Raise Forbidden unless this person may change the chapters."""
    if not access.writes:
        raise Forbidden(_("Only people who write in this study can do this."))


def check_owns(access: Access) -> None:
    """Raise Forbidden unless the study is theirs."""
    if not access.owns:
        raise Forbidden(_("Only the owner of the study can do this."))


def not_found() -> NotFound:
    return NotFound(_("There is no such study."))


def members_of(study: Study) -> QuerySet[StudyMember]:
    """Owner, writers and readers, in this order."""
    return study.members.select_related("user").order_by("role", "pk")
