"""A study as one JSON document. docs/studies.md describes it."""

from __future__ import annotations

from typing import Any

import msgspec

from games.archive import transfer
from games.models import Chapter, Seat
from games.rules.engine import Choice
from games.rules.engine.search.hints import Hinted
from games.studies import listing
from games.studies.access import Access, Role, members_of
from games.studies.marks import Mark
from games.words import texts

FORMAT = 1
ROLES = {Role.OWNER: "owner", Role.WRITER: "writes", Role.READER: "reads"}


class StudiedGame(msgspec.Struct):
    """The game of a chapter; ``seed_hash`` names it on every site."""

    id: int
    type: str
    seed_hash: str
    players: list[str]


class WrittenComment(msgspec.Struct):
    node: int
    by: str
    text: str
    at: str
    edited_at: str | None = None


class WrittenJudgement(msgspec.Struct):
    """What programs think of a seat's choices at a node, once they are done."""

    node: int
    seat: int
    choices: list[Hinted]
    best: Choice | None = None
    puzzle: bool = False
    imported: bool = False


class WrittenChapter(msgspec.Struct):
    """A chapter. ``nodes`` are those of its tree, ``record`` is the game's own document."""

    title: str
    game: StudiedGame
    at: int
    nodes: list[Any]
    marks: dict[str, list[Mark]] = {}
    comments: list[WrittenComment] = []
    judgements: list[WrittenJudgement] = []
    record: dict[str, Any] | None = None


class WrittenMember(msgspec.Struct):
    name: str
    role: str


class StudyDocument(msgspec.Struct):
    format: int
    id: int
    title: str
    made_at: str
    members: list[WrittenMember]
    chapters: list[WrittenChapter]


def write_document(access: Access, *, with_records: bool = False) -> dict[str, Any]:
    """Everything in a study that this person can read.

    ``with_records``: with the documents of the games that they have played.
    """
    study = access.study
    members = [
        WrittenMember(member.user.username, ROLES[Role(member.role)])
        for member in (members_of(study) if access.role is not None else ())
    ]
    document = StudyDocument(
        FORMAT,
        study.pk,
        study.name,
        study.made_at.isoformat(),
        members,
        [
            _chapter(access, access.chapter(each.pk), with_records=with_records)
            for each in access.chapters
        ],
    )
    written: dict[str, Any] = msgspec.to_builtins(document)
    return written


def _chapter(access: Access, chapter: Chapter, *, with_records: bool) -> WrittenChapter:
    game = chapter.game
    seats = list(Seat.objects.filter(game=game).select_related("user").order_by("index"))
    played = any(seat.user_id == access.user_id for seat in seats)
    record = transfer.export(game.pk) if with_records and played else None
    return WrittenChapter(
        chapter.title,
        StudiedGame(game.pk, game.type, game.seed_hash, texts.seat_names(seats)),
        chapter.at,
        chapter.tree,
        {node: msgspec.convert(marks, list[Mark]) for node, marks in chapter.marks.items()},
        [
            WrittenComment(
                comment.node,
                comment.written_by or comment.by.username,
                comment.text,
                comment.at.isoformat(),
                comment.edited_at.isoformat() if comment.edited_at else None,
            )
            for comment in listing.comments(chapter, access.user_id)
            if comment.hidden_at is None
        ],
        [
            WrittenJudgement(
                judged.node,
                judged.seat,
                msgspec.convert(judged.found, list[Hinted]),
                judged.best,
                judged.puzzle,
                judged.imported,
            )
            for judged in chapter.judgements.exclude(done_at=None).order_by("node", "seat")
            if judged.found
        ],
        None if record is None else dict(record),
    )
