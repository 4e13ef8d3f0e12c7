"""Which e-mails hang together, and that none is taken for another."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import User
from games.storage.position import Position
from notifications import mail, registry
from notifications.models import Channel, Delivery, Notification
from tests.notifications.test_words import known

THREADS = {
    "club": "club_asks club_accepted club_invited club_event club_event_soon club_event_off"
    " club_tables",
    "tournament": "tournament_soon tournament_began tournament_round tournament_over challenged"
    " tournament_decided tournament_invited tournament_opened ladder_news",
    "study": "study_added",
    "report": "reported report_closed appeal_decided",
    "conversation": "private_message",
    "": "sanctioned site_news friend_asks friend_agreed webhook_off series_stuck standing_lapsed"
    " fault_answered package_slip release_asked release_answered fault_reported",
}
OF = {kind: thread for thread, kinds in THREADS.items() for kind in kinds.split()}


def letter(kind: str, user: User, data: dict[str, object], duel: Position) -> dict[str, str]:
    game = None if kind in OF and kind != "sanctioned" else duel.game
    told = Notification.objects.create(
        key=f"{kind}-{Notification.objects.count()}", kind=kind, user=user, game=game, data=data,
        due_at=duel.game.created_at,
    )  # fmt: skip
    delivery = Delivery.objects.create(
        notification=told, user=user, channel=Channel.MAIL, due_at=told.due_at
    )
    return dict(mail.message(user, [delivery]).extra_headers)


@pytest.mark.parametrize("kind", registry.names())
def test_each_letter_belongs_to_what_it_is_about_or_stands_alone(
    duel: Position, anna: User, ben: User, kind: str
) -> None:
    headers = letter(kind, anna, known(kind, duel, anna, ben), duel)
    thread = OF.get(kind, "game")
    if thread:
        assert headers["References"].startswith(f"<{thread}-")
        assert headers["In-Reply-To"] == headers["References"]
    else:
        assert "References" not in headers
        assert "In-Reply-To" not in headers


def test_a_letter_has_one_name_at_each_try_and_no_other_row_has_it(
    duel: Position, anna: User
) -> None:
    letter("moderated", anna, {"text": "Please be kind."}, duel)
    delivery = Delivery.objects.latest("pk")

    def name() -> str:
        return str(mail.message(anna, [delivery]).extra_headers["Message-ID"])

    first = name()
    assert name() == first
    # As if a backup of before it had been restored: another row has its number.
    Notification.objects.filter(pk=delivery.notification_id).update(
        created_at=delivery.notification.created_at + timedelta(seconds=9)
    )
    delivery = Delivery.objects.get(pk=delivery.pk)
    assert name() != first
