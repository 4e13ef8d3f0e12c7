"""Importing a study from its document, which is foreign input: everything in it is checked."""

from __future__ import annotations

import json
import math
from datetime import UTC, datetime
from typing import Any, NoReturn

import msgspec
from django.db import transaction
from django.utils import timezone

from games.archive import transfer
from games.errors import GameError, Illegal
from games.models import Chapter, Game, Judgement, Study, StudyComment, StudyMember
from games.rules import engine
from games.rules.engine.search.hints import TOLD
from games.storage import statements
from games.studies.access import Role, is_public
from games.studies.chapters import MOST_CHAPTERS, shares
from games.studies.document import FORMAT, StudyDocument, WrittenChapter, WrittenJudgement
from games.studies.making import check_room, check_title
from games.studies.marks import COLOURS
from games.studies.positions import Line, line_of
from games.studies.writing import LONGEST_COMMENT, MOST_COMMENTS, MOST_MARKS
from games.trees.tree import ROOT, Tree

#: Bytes of a file, and characters of a name in it.
LONGEST_FILE, LONGEST_NAME = 20_000_000, 150


def import_study(content: bytes, owner_id: int) -> Study:
    """The study of a document, owned by this person; only its link opens it.

    Illegal says what is wrong with the document. A game of a chapter is that of this site, if the
    owner may see it, otherwise the one whose record is in the document, as a new game. Comments
    keep the names of their authors, but belong to the owner: a file could name anybody.
    """
    document = _read(content)
    title = check_title(document.title, owner_id)
    chapters = []
    imported: dict[str, Game] = {}
    for number, each in _numbered(document):
        game = _find_game(each, owner_id)
        is_new = game is None
        if game is None:
            game = imported.get(each.game.seed_hash) or _import_game(number, each)
            imported[each.game.seed_hash] = game
        chapters.append(_checked(number, each, game))
        chapters[-1].shared = is_new
    with transaction.atomic():
        check_room(owner_id)
        study = Study.objects.create(title=title, made_at=_time(document.made_at, "made_at"))
        StudyMember.objects.create(study=study, user_id=owner_id, role=Role.OWNER)
        for chapter, written in zip(chapters, document.chapters, strict=True):
            chapter.study, chapter.by_id = study, owner_id
            chapter.title = check_title(written.title, owner_id, may_be_empty=True)
            chapter.shared = chapter.shared or shares(study, chapter.game, owner_id)
            chapter.save()
            StudyComment.objects.bulk_create(
                StudyComment(
                    chapter=chapter,
                    node=comment.node,
                    by_id=owner_id,
                    written_by=comment.by,
                    text=comment.text,
                    at=_time(comment.at, "at"),
                    edited_at=_time(comment.edited_at, "edited_at") if comment.edited_at else None,
                )
                for comment in written.comments
            )
            Judgement.objects.bulk_create(
                Judgement(
                    chapter=chapter,
                    node=judged.node,
                    seat=judged.seat,
                    by_id=owner_id,
                    done_at=timezone.now(),
                    found=msgspec.to_builtins(judged.choices),
                    best=None if judged.best is None else msgspec.to_builtins(judged.best),
                    puzzle=judged.puzzle,
                    imported=True,
                )
                for judged in written.judgements
            )
    return study


def _read(content: bytes) -> StudyDocument:
    if len(content) > LONGEST_FILE:
        _refuse(f"it is longer than {LONGEST_FILE // 1_000_000} MB")
    try:
        found = json.loads(content)
        if isinstance(found, dict) and found.get("format") != FORMAT:
            _refuse(f"this is no study of format {FORMAT}, but of {found.get('format')!r:.20}")
        document = msgspec.convert(found, StudyDocument)
    except (msgspec.ValidationError, RecursionError) as error:
        _refuse(str(error))
    except ValueError as error:
        _refuse(f"it is no JSON: {error}")
    if b"\\u0000" in content:
        _refuse("there is a NUL in it")
    if len(document.chapters) > MOST_CHAPTERS:
        _refuse(f"it has more than {MOST_CHAPTERS} chapters")
    return document


def _numbered(document: StudyDocument) -> list[tuple[int, WrittenChapter]]:
    return list(enumerate(document.chapters, 1))


def _find_game(written: WrittenChapter, owner_id: int) -> Game | None:
    """The chapter's game on this site; None if it is not here for the owner."""
    same = Game.objects.filter(
        seed_hash=written.game.seed_hash, type=written.game.type, status=Game.Status.FINISHED
    )
    for game in same.exclude(seed_hash="").order_by("pk")[:10]:
        if is_public(game) or statements.may_see(game.pk, owner_id, ""):
            return game
    return None


def _import_game(number: int, written: WrittenChapter) -> Game:
    """The chapter's game from its record, as a private one: it may have been private before."""
    if written.record is None:
        _refuse(
            f"chapter {number} is about game {written.game.id}, which is not on this site, and its "
            "record is not in the document: let one of its players export the study"
        )
    try:
        record: Any = written.record
        game = transfer.import_game(record)
    except GameError as error:
        _refuse(f"the game of chapter {number}: {error}")
    game.visibility = Game.Visibility.PRIVATE
    game.save(update_fields=["visibility"])
    return game


def _checked(number: int, written: WrittenChapter, game: Game) -> Chapter:
    """The chapter, not stored; each of its choices has been played."""
    where = f"chapter {number}"
    if game.status != Game.Status.FINISHED:
        _refuse(f"{where}: its game is not over")
    if not 0 <= written.at <= game.number:
        _refuse(f"{where}: its game has no move {written.at}")
    try:
        tree = Tree.from_json(written.nodes)
        chapter = Chapter(game=game, at=written.at, tree=tree.to_json(), last_node=tree.last)
        line = line_of(chapter)
        _play(line)
    except GameError as error:
        _refuse(f"{where}: {error}")
    nodes = {ROOT, *(node.id for node in tree.nodes)}
    if len(written.comments) > MOST_COMMENTS:
        _refuse(f"{where} has more than {MOST_COMMENTS} comments")
    for comment in written.comments:
        if comment.node not in nodes:
            _refuse(f"{where}: a comment is about the node {comment.node}, which is not there")
        if not 0 < len(comment.text) <= LONGEST_COMMENT or len(comment.by) > LONGEST_NAME:
            _refuse(f"{where}: a comment on node {comment.node} is empty or too long")
    for node, marks in written.marks.items():
        if not node.isascii() or not node.isdecimal() or int(node[:9]) not in nodes:
            _refuse(f"{where}: a mark is at the node {node:.20}, which is not there")
        if len(marks) > MOST_MARKS:
            _refuse(f"{where}: node {node} has more than {MOST_MARKS} marks")
        for mark in marks:
            if mark.colour not in COLOURS or not mark.on or mark.on == mark.to:
                _refuse(f"{where}: node {node} has an impossible mark")
            if len(mark.on) > LONGEST_NAME or len(mark.to) > LONGEST_NAME:
                _refuse(f"{where}: node {node} has a mark with a name that is too long")
    _check_judgements(where, written.judgements, line, nodes)
    chapter.marks = msgspec.to_builtins({str(int(node)): m for node, m in written.marks.items()})
    return chapter


def _check_judgements(
    where: str, judgements: list[WrittenJudgement], line: Line, nodes: set[int]
) -> None:
    """Each is about choices that its seat has at its node, and comes once."""
    places = [(judged.node, judged.seat) for judged in judgements]
    if len(set(places)) < len(places):
        _refuse(f"{where}: a position is judged twice")
    puzzles = [judged.node for judged in judgements if judged.puzzle]
    if len(set(puzzles)) < len(puzzles):
        _refuse(f"{where}: a node has two puzzles")
    for judged in judgements:
        at = f"{where}: what is judged at node {judged.node} for seat {judged.seat}"
        is_there = judged.node in nodes and 0 <= judged.seat < len(line.base.seats)
        decision = line.reach(judged.node).game.decision(judged.seat) if is_there else None
        if decision is None or not 0 < len(judged.choices) <= TOLD:
            _refuse(f"{at} is no choice")
        choices = [each.choice for each in judged.choices]
        if judged.best is not None and judged.best not in choices:
            _refuse(f"{at} has another best choice than those that were compared")
        if judged.puzzle and judged.best is None:
            _refuse(f"{at} is a puzzle without a best choice")
        if judged.puzzle and not line.base.type.levels.tells_losses:
            _refuse(f"{at} is a puzzle of a game type whose programs are never sure")
        for each in judged.choices:
            try:
                decision.find(each.choice)
            except engine.IllegalChoice:
                _refuse(f"{at} is not possible there")
            if not (math.isfinite(each.lead) and math.isfinite(each.doubt)):
                _refuse(f"{at} has no figures")


def _play(line: Line) -> None:
    """Play the tree to each of its ends."""
    parents = {node.parent for node in line.tree.nodes}
    for node in line.tree.nodes:
        if node.id not in parents:
            line.reach(node.id)


def _time(at: str, what: str) -> datetime:
    try:
        moment = datetime.fromisoformat(at)
    except ValueError:
        _refuse(f"{what} is no time: {at:.40}")
    if moment.tzinfo is None or not datetime(2000, 1, 1, tzinfo=UTC) < moment:
        _refuse(f"{what} is no time of a study: {at:.40}")
    return min(moment, timezone.now())


def _refuse(why: str) -> NoReturn:
    raise Illegal(f"the study cannot be imported: {why}", "bad_document")
