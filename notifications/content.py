"""The content of a message: words for all channels, and the further parts of an e-mail."""

from dataclasses import dataclass, field
from typing import Protocol


@dataclass
class Words:
    """A message: its subject, a heading, paragraphs, and a button with its path."""

    subject: str
    heading: str
    lines: list[str]
    button: str
    path: str
    standings: list[tuple[int, str, int | str]] = field(default_factory=list)
    """Of a game that is over: rank, name and points, or "won" where there are none; best first."""
    about: str = ""
    """Which game, with whom."""
    short: str = ""
    """All of it in one line, for lists and small screens; the subject unless set."""

    def __post_init__(self) -> None:
        self.short = self.short or self.subject


@dataclass(frozen=True)
class Line:
    """Something that happened, and when, in words."""

    text: str
    time: str


@dataclass(frozen=True)
class Answer:
    """An answer to the question in an e-mail, and the path of the page that gives it."""

    text: str
    path: str


class Picture(Protocol):
    """A picture in an e-mail; ``text`` says the essentials to people who do not see the ``png``."""

    @property
    def png(self) -> bytes: ...

    @property
    def text(self) -> str: ...


@dataclass
class Letter:
    """An e-mail about one notification."""

    words: Words
    since: list[Line] = field(default_factory=list)
    """What the others did since the reader's last move, oldest first."""
    earlier: int = 0
    """How many lines before these are left out."""
    question: str = ""
    answers: list[Answer] = field(default_factory=list)
    turn: str = ""
    """The path of the page on which the whole turn can be made without signing in."""
    picture: Picture | None = None
