"""The forms of private messages and notifications, as the description shows them."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from community.messages.phrases import PHRASES
from games.api.schemas import NO_NUL, LocalTime, Name, Strict, one_of
from games.showing.forms import About, Form
from notifications.models import Channel, When


class NewPrivateMessage(Strict):
    """Either a text or a ready phrase, which each reads in their own language."""

    text: str = Field(default="", pattern=NO_NUL, description="1 to 2000 characters")
    quick: Annotated[str, one_of(["", *PHRASES])] = ""


class PrivateMessage(Form):
    id: int
    mine: Annotated[bool, About("written by the caller")]
    text: Annotated[str, About("a phrase is in the caller's language")]
    quick: Annotated[str, About("the name of the phrase; empty for a text")]
    at: datetime
    read: Annotated[bool, About("of the caller's own: the other person has read it")]


class LastMessage(Form):
    mine: bool
    text: str


class ConversationSummary(Form):
    """A conversation in the list."""

    user: str
    here: Annotated[bool | None, About("whether they are online; null: they do not show it")]
    unread: bool
    request: Annotated[bool, About("begun by a stranger, before the first answer")]
    last: LastMessage | None
    at: Annotated[datetime, About("of the newest message")]


class Conversations(Form):
    conversations: list[ConversationSummary]
    requests: Annotated[int, About("how many strangers wait for a first answer")]


class Conversation(Form):
    """What two people have written to each other."""

    user: str
    unread: bool
    request: bool
    cannot_write: Annotated[str, About("why the caller cannot write to them; empty: they can")]
    messages: list[PrivateMessage]
    next: Annotated[int | None, About("give it as ?before= to get earlier messages")]


class Notice(Form):
    """A notification."""

    id: int
    kind: str
    game: int | None
    at: datetime
    read: bool
    title: Annotated[str, About("in the caller's language")]
    text: str
    path: Annotated[str, About("of the page that it is about")]


class Notices(Form):
    """Notifications, the newest first."""

    unread: Annotated[int, About("the number at the bell: each game counts once")]
    notifications: list[Notice]
    next: Annotated[int | None, About("give it as ?before= to get the next page")]


class KindSetting(Form):
    """When the caller is told of something, by channel."""

    kind: str
    label: Annotated[str, About("in the caller's language, as in: Tell me when …")]
    group: str
    mail: Annotated[str, About(enum=When.values)]
    push: Annotated[str, About(enum=When.values)]
    webhook: Annotated[str, About(enum=When.values)]


class Rhythm(Form):
    """When in the day notifications are sent, in the caller's time zone."""

    reminder_share: Annotated[int, About("percent of the time left at a reminder")]
    batch_minutes: Annotated[int, About("so long bundled ones are collected")]
    digest_at: Annotated[str, About("time of the daily summary")]
    quiet_from: str | None
    quiet_until: str | None
    quick_answers: Annotated[bool, About("turns can be made from an e-mail")]
    even_if_seen: Annotated[bool, About("also about what an open page has shown")]


class NotificationSettings(Form):
    kinds: list[KindSetting]
    rhythm: Rhythm


class ChosenSetting(Strict):
    kind: Name
    channel: Annotated[str, one_of(Channel.values)]
    when: Annotated[str, one_of(When.values)]


class ChosenRhythm(Strict):
    """Fields that are left out stay as they are."""

    reminder_share: Literal[10, 25, 50, 75] | None = None
    batch_minutes: Literal[10, 30, 60, 120, 240, 480] | None = None
    digest_at: LocalTime | None = Field(default=None, description="a full hour")
    quiet_from: LocalTime | None = Field(default=None, description="a full hour, or null for none")
    quiet_until: LocalTime | None = Field(default=None, description="a full hour, or null for none")
    quick_answers: bool | None = None
    even_if_seen: bool | None = None


class NewNotificationSettings(Strict):
    """What is left out stays as it is."""

    kinds: list[ChosenSetting] = Field(default=[], max_length=300)
    rhythm: ChosenRhythm | None = None
