"""What members write into a chapter: choices, comments and marks.

Each write is one small transaction under the study's lock, so that several people can write at the
same time. A repeat changes nothing, and nobody's text is lost by what somebody else does.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.moderation import sanctions
from boardgames.redis import rate_counter
from games.errors import Illegal, NotFound, Refused, TooMany
from games.models import Chapter, Judgement, StudyComment
from games.rules import engine
from games.studies.access import Access, access_to, check_writes, find_study
from games.studies.locks import changed, lock_study, locked
from games.studies.making import check_key
from games.studies.marks import Mark, check_mark, marks_of
from games.studies.positions import line_of, showing
from games.trees.tree import ROOT, Tree

LONGEST_COMMENT, MOST_COMMENTS, MOST_MARKS, PER_MINUTE = 2000, 500, 20, 12


def add_choice(
    study_id: int, user_id: int, chapter_id: int, parent: int, seat: int, choice: engine.Choice
) -> int:
    """Add a choice after the node ``parent``, and return its number; a like one is found again.

    Illegal for a choice that is not possible there.
    """
    with locked(study_id, user_id) as access:
        check_writes(access)
        chapter = access.chapter(chapter_id)
        line = line_of(chapter)
        game, tree = line.reach(parent).game, line.tree
        decision = game.decision(seat)
        if decision is None:
            raise Refused(_("This seat has nothing to choose here."), "not_asked")
        try:
            with showing():
                found = decision.find(choice)
        except engine.IllegalChoice as error:
            raise Illegal(str(error)) from error
        before = len(tree.nodes)
        node = tree.add(parent, seat, engine.as_data(found), after=chapter.last_node)
        if len(tree.nodes) > before:
            line.reach(node.id)
            _save_tree(access, chapter, tree)
    return node.id


def remove_choice(
    study_id: int,
    user_id: int,
    chapter_id: int,
    node: int,
    *,
    last_node: int,
    last_comment: int,
) -> int:
    """Remove a choice with all that follows it; return the number of the one before it.

    ``last_node`` and ``last_comment`` are the newest ones that this person has seen: Refused if
    somebody has added more since. What others have commented only the study's owner removes.
    """
    with locked(study_id, user_id) as access:
        check_writes(access)
        chapter = access.chapter(chapter_id)
        tree = Tree.from_json(chapter.tree)
        if node == ROOT or all(known.id != node for known in tree.nodes):
            return ROOT  # removed already
        parent, before = tree.node(node).parent, {known.id for known in tree.nodes}
        chapter.last_node = max(chapter.last_node, tree.last)
        tree.remove(node)
        gone = before - {known.id for known in tree.nodes}
        written = StudyComment.objects.filter(chapter=chapter, node__in=gone)
        newest = written.aggregate(newest=Max("pk"))["newest"] or 0
        if max(gone) > last_node or newest > last_comment:
            raise Refused(
                _("Somebody has just added something here. Look at it first."), "added_since"
            )
        if not access.owns and written.exclude(by=user_id).exists():
            raise Refused(
                _("Others have written here. Only the owner of the study can remove this."),
                "others_wrote",
            )
        written.delete()
        Judgement.objects.filter(chapter=chapter, node__in=gone).delete()
        chapter.marks = {at: marks for at, marks in chapter.marks.items() if int(at) not in gone}
        _save_tree(access, chapter, tree)
    return parent


def _save_tree(access: Access, chapter: Chapter, tree: Tree) -> None:
    Chapter.objects.filter(pk=chapter.pk).update(
        tree=tree.to_json(), marks=chapter.marks, last_node=max(chapter.last_node, tree.last)
    )
    changed(access.study)


def write_comment(
    study_id: int, user_id: int, chapter_id: int, node: int, text: str, key: str = ""
) -> StudyComment:
    """Write about a node; a repeat of it with the same ``key`` returns the first comment."""
    check_key(key)
    text = _check_text(text, user_id)
    with locked(study_id, user_id) as access:
        check_writes(access)
        chapter = access.chapter(chapter_id)
        written = StudyComment.objects.filter(chapter=chapter)
        if key and (known := written.filter(by=user_id, key=key).first()):
            if known.text == text:
                return known
            key = ""  # another text from another tab must not be lost
        if node != ROOT:
            Tree.from_json(chapter.tree).node(node)  # Refused if it was removed
        if written.count() >= MOST_COMMENTS:
            raise Refused(
                _("A chapter has at most %(most)d comments.") % {"most": MOST_COMMENTS},
                "too_many_comments",
            )
        if not rate_counter.allow(f"study comment/{user_id}", PER_MINUTE, 60):
            raise TooMany(_("You are writing very fast. Please wait a moment."))
        comment = StudyComment.objects.create(
            chapter=chapter, node=node, by_id=user_id, text=text, key=key
        )
        changed(access.study)
    return comment


def edit_comment(
    study_id: int, user_id: int, comment_id: int, text: str, was: datetime | None
) -> None:
    """Replace the text of one's own comment. ``was``: when the text that this person saw was
    written; Refused if it has been edited since."""
    text = _check_text(text, user_id)
    with locked(study_id, user_id) as access:
        check_writes(access)
        comment = _comment(access, comment_id)
        if comment.by_id != user_id:
            raise Refused(_("Only its author can change a comment."), "not_yours")
        if comment.hidden_at is not None:
            raise Refused(_("This comment is hidden."), "hidden")
        if comment.text == text:
            return
        if (comment.edited_at or comment.at) != was:
            raise Refused(
                _("You have changed this comment elsewhere. Compare both texts, then save again."),
                "edited_since",
            )
        comment.text, comment.edited_at = text, timezone.now()
        comment.save(update_fields=["text", "edited_at"])
        changed(access.study)


def hide_comment(
    study_id: int,
    user_id: int,
    comment_id: int,
    *,
    hidden: bool = True,
    play_together: Callable[[int, int], bool],
) -> None:
    """Hide a comment, or show it again. Everybody may hide their own, also where they can read no
    longer, and the owner all others.

    Not where a moderator has decided, nor those of people with whom the owner plays.
    """
    with transaction.atomic():
        study = lock_study(study_id)
        own = StudyComment.objects.filter(pk=comment_id, chapter__study=study, by=user_id)
        comment = own.select_related("by").first()
        if comment is None:
            access = access_to(study, user_id)
            comment = _comment(access, comment_id)
            if not access.owns:
                raise Refused(_("Only its author and the owner of the study can hide a comment."))
        if comment.hidden_by_moderator:
            raise Refused(_("A moderator has hidden this. Only moderators can show it again."))
        if not hidden and comment.hidden_by_id not in (None, user_id):
            raise Refused(_("Somebody else has hidden this. Leave the decision to them."))
        if comment.by_id != user_id and play_together(user_id, comment.by_id):
            said = _("You are in a game with %(name)s. Report the comment instead.")
            raise Refused(said % {"name": comment.by.username})
        set_hidden(comment, user_id if hidden else None)
        changed(study)


def set_hidden(comment: StudyComment, by_id: int | None, *, as_moderator: bool = False) -> None:
    """Hide or show a comment for this person, under the lock of its study."""
    comment.hidden_at = timezone.now() if by_id is not None else None
    comment.hidden_by_id = by_id
    comment.hidden_by_moderator = as_moderator and by_id is not None
    comment.save(update_fields=["hidden_at", "hidden_by", "hidden_by_moderator"])


def add_mark(
    study_id: int, user_id: int, chapter_id: int, node: int, mark: Mark, things: Collection[str]
) -> None:
    """Mark things on the board of a node; ``things`` are the names of those that its drawing has.

    Another colour replaces the same mark. Illegal for a thing that is not there.
    """
    check_mark(mark, things)
    with locked(study_id, user_id) as access:
        chapter, marks = _marked(access, chapter_id, node)
        kept = [other for other in marks if (other.on, other.to) != (mark.on, mark.to)]
        if len(kept) >= MOST_MARKS:
            raise Refused(
                _("A position has at most %(most)d marks.") % {"most": MOST_MARKS},
                "too_many_marks",
            )
        _save_marks(access, chapter, node, marks, [*kept, mark])


def remove_mark(study_id: int, user_id: int, chapter_id: int, node: int, on: str, to: str) -> None:
    """Remove a mark; nothing happens if there is none."""
    with locked(study_id, user_id) as access:
        chapter, marks = _marked(access, chapter_id, node)
        kept = [mark for mark in marks if (mark.on, mark.to) != (on, to)]
        _save_marks(access, chapter, node, marks, kept)


def _marked(access: Access, chapter_id: int, node: int) -> tuple[Chapter, list[Mark]]:
    check_writes(access)
    chapter = access.chapter(chapter_id)
    if node != ROOT:
        Tree.from_json(chapter.tree).node(node)
    return chapter, marks_of(chapter, node)


def _save_marks(
    access: Access, chapter: Chapter, node: int, before: list[Mark], now: list[Mark]
) -> None:
    if now == before:
        return
    chapter.marks.pop(str(node), None)
    if now:
        chapter.marks[str(node)] = [mark.as_data() for mark in now]
    Chapter.objects.filter(pk=chapter.pk).update(marks=chapter.marks)
    changed(access.study)


def find_comment(comment_id: int, user_id: int | None, key: str = "") -> StudyComment:
    """A comment that this person can read, with its author; otherwise NotFound."""
    found = StudyComment.objects.select_related("chapter__study", "by").filter(pk=comment_id)
    comment = found.first() if comment_id < 2**63 else None
    if comment is None:
        raise NotFound(_("There is no such comment."))
    find_study(comment.chapter.study_id, user_id, key).chapter(comment.chapter_id)
    return comment


def _comment(access: Access, comment_id: int) -> StudyComment:
    comment = StudyComment.objects.select_related("by").filter(
        pk=comment_id, chapter__in=[chapter.pk for chapter in access.chapters]
    )  # fmt: skip
    found = comment.first()
    if found is None:
        raise NotFound(_("There is no such comment."))
    return found


def _check_text(text: str, user_id: int) -> str:
    text = text.replace("\r\n", "\n").strip()
    if not text:
        raise Illegal(_("Write something first."), "empty")
    if len(text) > LONGEST_COMMENT:
        raise Illegal(
            _("A comment can have at most %(most)d characters; this one has %(length)d.")
            % {"most": LONGEST_COMMENT, "length": len(text)},
            "too_long",
        )
    if "\0" in text:
        raise Illegal(_("The text contains characters that cannot be shown."), "bad_text")
    if why := sanctions.why_muted(user_id):
        raise Refused(why, "muted")
    return text
