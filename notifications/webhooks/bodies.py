"""The bodies posted to webhooks, in each format that the other sides accept.

Plain JSON is signed as in the Standard Webhooks specification (standardwebhooks.com), so that there
are libraries to check it with:

    {"user": "anna", "messages": [{"id": 7, "kind": "your_turn", "at": "2026-01-01T12:00:00+00:00",
     "game": {"id": 12, "type": "imhotep"}, "text": "Imhotep with ben: your turn",
     "url": "https://…/games/12/"}]}

``game`` is null for what is about none; ``id`` stays the same when a message comes once more.
"""

import re
from dataclasses import dataclass
from html import escape

import msgspec
from django.conf import settings
from django.utils import timezone

from notifications.models import Notification, Webhook

#: Discord accepts this many characters.
LONGEST_TEXT = 2000


@dataclass
class Message:
    """One line for the other side, and its link."""

    text: str
    url: str
    about: Notification | None = None
    """None in a test."""


class _Mentions(msgspec.Struct, frozen=True):
    parse: tuple[str, ...] = ()


class _Discord(msgspec.Struct):
    username: str
    content: str
    allowed_mentions: _Mentions = _Mentions()


class _Slack(msgspec.Struct):
    text: str
    mrkdwn: bool = False
    link_names: bool = False
    unfurl_links: bool = False


class _Matrix(msgspec.Struct):
    """The format of matrix-hookshot's generic webhooks."""

    username: str
    text: str
    html: str


class _Game(msgspec.Struct):
    id: int
    type: str


class _Plain(msgspec.Struct):
    id: int | None
    kind: str
    at: str
    game: _Game | None
    text: str
    url: str


class _Json(msgspec.Struct):
    user: str
    messages: list[_Plain]


def body(form: Webhook.Form, username: str, messages: list[Message]) -> bytes:
    """All of these messages in this format, for the webhook of this user."""
    content: msgspec.Struct
    match form:
        case Webhook.Form.DISCORD:
            content = _discord(messages)
        case Webhook.Form.SLACK:
            content = _slack(messages)
        case Webhook.Form.MATRIX:
            content = _matrix(messages)
        case _:
            content = _Json(username, [_plain(message) for message in messages])
    return msgspec.json.encode(content)


def _discord(messages: list[Message]) -> _Discord:
    """Markdown with its special characters masked; mentions such as @everyone are disabled."""
    lines = [f"{_without_markdown(each.text)}\n<{each.url}>" for each in messages]
    return _Discord(settings.SITE_NAME, _cut(lines))


def _slack(messages: list[Message]) -> _Slack:
    """Slack reads mentions and links between < and >, so these are masked."""
    lines = [f"{escape(each.text, quote=False)}\n{each.url}" for each in messages]
    return _Slack(_cut(lines))


def _matrix(messages: list[Message]) -> _Matrix:
    texts = [(_calling_nobody(each.text), each.url) for each in messages]
    links = [f'<a href="{escape(url)}">{escape(text)}</a>' for text, url in texts]
    lines = [f"{text}\n{url}" for text, url in texts]
    return _Matrix(settings.SITE_NAME, text=_cut(lines), html=_cut(links, "<br>"))


def _plain(message: Message) -> _Plain:
    about = message.about
    game = about.game if about else None
    return _Plain(
        id=about.pk if about else None,
        kind=about.kind if about else "test",
        at=(about.created_at if about else timezone.now()).isoformat(),
        game=_Game(game.pk, game.type) if game else None,
        text=message.text,
        url=message.url,
    )


def _without_markdown(text: str) -> str:
    return re.sub(r"([\\*_~`|>\[\]()#:-])", r"\\\1", _calling_nobody(text))


def _calling_nobody(text: str) -> str:
    """Add a zero-width space after each @, so that it mentions nobody."""
    return text.replace("@", "@\u200b")


def _cut(lines: list[str], between: str = "\n") -> str:
    """As many of the lines as one message can hold."""
    text = ""
    for line in lines:
        longer = f"{text}{between}{line}" if text else line
        if len(longer) > LONGEST_TEXT - 2:
            return f"{text}{between}…"
        text = longer
    return text
