"""Adding chapters to a study, and removing them."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from games.errors import Forbidden, GameError, NotFound, Refused
from games.models import Chapter, Game, Move, Study, Tenure
from games.storage.moves import live_moves
from games.storage.position import Position, load
from games.studies.access import Visibility, check_writes, is_public
from games.studies.locks import changed, locked
from games.studies.making import check_key, check_title, check_titles_kept, make_study
from games.trees.playing import Unplayable, play
from games.trees.tree import MOST_DEPTH, ROOT, Tree

MOST_CHAPTERS = 32
#: Rows of a game's log that change nothing about what the rules know.
_WITHOUT_EFFECT = (
    Move.Action.CONFIRM,
    Move.Action.TIMEOUT,
    Move.Action.RETURN,
    Move.Action.REPLACE,
    Move.Action.SWAP,
)


def add_chapter(
    study_id: int,
    user_id: int,
    game_id: int,
    at: int,
    *,
    title: str = "",
    followed: bool = True,
    game_key: str = "",
    key: str = "",
) -> Chapter:
    """Add the position after move ``at`` of a finished game; ``followed``: with the choices that
    were made from there on.

    ``key`` is the idempotency key. NotFound for a game that this person may not see and for a move
    that was not made, Refused for a game that is not over and for too many chapters, Forbidden for
    a private game that this person has not played.
    """
    check_key(key)
    title = check_title(title, user_id, may_be_empty=True)
    position = find_studied(game_id, user_id, at, game_key)
    tree = course(position) if followed else Tree()
    with locked(study_id, user_id) as access:
        check_writes(access)
        study = access.study
        if key and (known := Chapter.objects.filter(study=study, by=user_id, key=key).first()):
            if (known.game_id, known.at) == (game_id, position.number):
                return known
            key = ""  # another position, from an old page
        if title:
            check_titles_kept(study)
        if study.chapters.count() >= MOST_CHAPTERS:
            raise Refused(
                _("A study has at most %(most)d chapters.") % {"most": MOST_CHAPTERS},
                "too_many_chapters",
            )
        chapter = Chapter.objects.create(
            study=study,
            game=position.game,
            at=position.number,
            title=title,
            tree=tree.to_json(),
            last_node=tree.last,
            shared=shares(study, position.game, user_id),
            by_id=user_id,
            key=key,
        )
        changed(study)
    return chapter


def start_study(
    user_id: int,
    title: str,
    game_id: int,
    at: int,
    *,
    followed: bool = True,
    game_key: str = "",
    key: str = "",
) -> Chapter:
    """Create a study that begins with this position (see ``add_chapter``): both, or nothing."""
    with transaction.atomic():
        study = make_study(user_id, title, key)
        return add_chapter(
            *(study.pk, user_id, game_id, at), followed=followed, game_key=game_key, key=key
        )


def find_studied(game_id: int, user_id: int, at: int, key: str = "") -> Position:
    """The position after move ``at``, if this person may study it; NotFound, Refused."""
    position = load(game_id, user_id, at, key)
    check_studied(position.game)
    return position


def check_studied(game: Game) -> None:
    """Raise Refused for a game that cannot be studied (yet), as it is not over or is a lesson."""
    if game.status != Game.Status.FINISHED or game.lesson:
        raise Refused(_("A game can be studied once it is over."), "not_over")


def shares(study: Study, game: Game, user_id: int) -> bool:
    """Whether a chapter shows a private game to people who may not see it otherwise.

    Its players may decide that. Members of its club may study it for the club.
    """
    if is_public(game):
        return False
    if study.visibility == Visibility.PUBLIC:
        raise Refused(
            _("This game is private, and everybody can read the study. Use another study."),
            "private_game",
        )
    if Tenure.objects.filter(seat__game=game, user=user_id).exists() or _owns_seat(game, user_id):
        return True
    if study.club_id is not None and study.club_id == game.club_id:
        return False
    raise Forbidden(_("Only its players can put a private game into a study."))


def takes(study: Study, game: Game, user_id: int) -> bool:
    """Whether this person can put the game into the study, which can be a new one."""
    try:
        shares(study, game, user_id)
    except GameError:
        return False
    return True


def _owns_seat(game: Game, user_id: int) -> bool:
    return game.seats.filter(user=user_id).exists()


def course(position: Position) -> Tree:
    """The choices that were made from this position on, as a tree without branches.

    It ends where something else than a choice decided, such as a resignation.
    """
    tree, last = Tree(), ROOT
    base = position.running()
    for move in live_moves(position.game.pk):
        if move.number <= position.number or move.action in _WITHOUT_EFFECT:
            continue
        if move.action != Move.Action.CHOOSE or move.seat is None or move.choice is None:
            break
        if len(tree.nodes) == MOST_DEPTH:
            break
        last = tree.add(last, move.seat, move.choice).id
    try:
        play(base, tree.path(last), position.game.pk)
    except Unplayable as error:  # by newer rules
        tree.remove(error.node.id)
    return tree


def rename_chapter(study_id: int, user_id: int, chapter_id: int, title: str) -> None:
    title = check_title(title, user_id, may_be_empty=True)
    with locked(study_id, user_id) as access:
        check_writes(access)
        chapter = access.chapter(chapter_id)
        if title:
            check_titles_kept(access.study)
        Chapter.objects.filter(pk=chapter.pk).update(title=title)
        changed(access.study)


def remove_chapter(
    study_id: int, user_id: int, chapter_id: int, *, last_node: int, last_comment: int
) -> None:
    """Remove a chapter with all that is written in it.

    ``last_node`` and ``last_comment`` are the newest ones that this person has seen: Refused if
    somebody has added more since. A chapter that others have added, or have commented, only the
    study's owner removes.
    """
    with locked(study_id, user_id) as access:
        check_writes(access)
        try:
            chapter = access.chapter(chapter_id)
        except NotFound:
            return  # removed already
        newest = last_comments(access.study).get(chapter.pk, 0)
        if chapter.last_node > last_node or newest > last_comment:
            raise Refused(
                _("Somebody has just added something here. Look at it first."), "added_since"
            )
        others = chapter.by_id != user_id or chapter.comments.exclude(by=user_id).exists()
        if others and not access.owns:
            raise Refused(
                _("Others have written here. Only the owner of the study can remove this."),
                "others_wrote",
            )
        Chapter.objects.filter(pk=chapter.pk).delete()
        changed(access.study)


def last_comments(study: Study) -> dict[int, int]:
    """The number of the newest comment of each chapter that has any, whoever may read it."""
    newest = study.chapters.annotate(newest=Max("comments__pk")).filter(newest__isnull=False)
    return dict(newest.values_list("pk", "newest"))
