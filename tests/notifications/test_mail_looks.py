"""What e-mails look like: in a browser that stands for a mail program, on a phone and on a desk.

With `PICTURES=1` the pictures go to `artifacts/mail-….png`, to be looked at.
"""

import random
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default
from pathlib import Path

import pytest
from django.core.management import call_command

from accounts.models import User
from games.live import chat
from games.lobby import open_games
from games.models import Game, Seat
from games.storage import position
from notifications import mail
from notifications.management.commands.mail_preview import render_preview
from notifications.models import Channel, Delivery, Notification, When
from tests.browser import People, picture
from tests.games.playing import answer, asked, to_the_end, user_of
from tests.games.times import Times

SIZES = {"390": (390, 844), "700": (700, 900)}


def begun(slug: str, people: list[User]) -> int:
    game = open_games.create(people[0].pk, slug, len(people)).game
    for person in people[1:]:
        open_games.join_game(game.pk, person.pk)
    return game.pk


def delivery(user: User, kind: str, game_id: int, batch: str = "", **data: object) -> Delivery:
    seat = Seat.objects.filter(game=game_id, user=user).first()
    known = (
        {"seat": seat.index, "version": seat.asked_version, "deadline": str(seat.deadline)}
        if seat
        else {}
    )
    fact = Notification.objects.create(
        key=f"looks/{Notification.objects.count()}",
        kind=kind,
        user=user,
        game=Game.objects.get(pk=game_id),
        data=known | data,
        due_at=Game.objects.get(pk=game_id).created_at,
    )
    return Delivery.objects.create(
        notification=fact, user=user, channel=Channel.MAIL, batch=batch, due_at=fact.due_at
    )


def played(game_id: int, rng: random.Random, moves: int) -> User:
    """Play on; whose turn it then is."""
    for _move in range(moves):
        answer(game_id, asked(game_id)[0], rng.choice)
    return User.objects.get(pk=user_of(game_id, asked(game_id)[0]))


def to_few(game_id: int, rng: random.Random) -> User:
    """Play on until a question has few answers; whose turn it then is."""
    while True:
        seat = asked(game_id)[0]
        user = User.objects.get(pk=user_of(game_id, seat))
        decision = position.load(game_id, user.pk).running().decision(seat)
        assert decision is not None
        if 1 < len(decision.choices) <= 4:
            return user
        answer(game_id, seat, rng.choice)


def received(user: User, deliveries: list[Delivery]) -> EmailMessage:
    """The e-mail as a mail program reads it."""
    raw = mail.message(user, deliveries).message().as_bytes()
    parsed = BytesParser(policy=default).parsebytes(raw)
    assert isinstance(parsed, EmailMessage)
    return parsed


def shown(user: User, deliveries: list[Delivery]) -> str:
    """The e-mail as a page, with all its pictures."""
    html = render_preview(mail.message(user, deliveries))
    assert "cid:" not in html
    return html


@pytest.mark.slow
@pytest.mark.xdist_group("server")
@pytest.mark.django_db(transaction=True)
def test_every_mail_fits_its_window(people: People, times: Times) -> None:
    players = [
        User.objects.create_user(name, f"{name}@example.org", language=language)
        for name, language in (("anna", "en"), ("ben", "de"), ("cleo", "de"), ("dora", "en"))
    ]
    anna, ben = players[:2]
    rng = random.Random(5)
    times.go(hours=1)
    imhotep, bali = begun("imhotep", players), begun("bali", players[:3])
    times.go(hours=3)
    mails: dict[str, str] = {}

    turn = played(imhotep, rng, 25)
    mails["turn"] = shown(turn, [delivery(turn, "your_turn", imhotep)])
    few = to_few(bali, rng)
    mails["few"] = shown(few, [delivery(few, "reminder", bali)])
    said = chat.post(imhotep, ben.pk, "Good luck, all!\nMay the stones be with you.")
    mails["chat"] = shown(anna, [delivery(anna, "chat", imhotep, message=said.pk)])
    invited = open_games.create(ben.pk, "imhotep", 4, invite=["anna"]).game
    mails["invited"] = shown(anna, [delivery(anna, "invited", invited.pk, by=ben.pk)])
    another = begun("imhotep", [few, *(player for player in players if player != few)][:2])
    batch = [
        delivery(few, "your_turn", bali, When.DAILY),
        delivery(few, "chat", imhotep, When.DAILY, message=said.pk),
        delivery(few, "game_started", another, When.DAILY),
        delivery(few, "invited", invited.pk, When.DAILY, by=ben.pk),
    ]
    times.go(days=2, hours=5)
    mails["digest"] = shown(few, batch)
    to_the_end(imhotep, rng)
    mails["over"] = shown(ben, [delivery(ben, "game_over", imhotep)])

    for name, html in mails.items():
        for width, size in SIZES.items():
            for dark in (False, True):
                sheet = people.page(size, dark=dark, scripts=False)
                sheet.set_content(html)
                assert sheet.evaluate("document.documentElement.scrollWidth") <= size[0], name
                if not dark or width == "390":
                    picture(sheet, f"mail-{name}-{width}-{'dark' if dark else 'light'}")
                sheet.close()


def test_previews_of_all_there_are(
    times: Times, anna: User, ben: User, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    begun("imhotep", [anna, ben])
    open_games.create(ben.pk, "bali", 2, invite=["anna"])
    call_command("mail_preview", tmp_path)
    written = {file.name: file.read_text() for file in tmp_path.iterdir()}
    assert {"game_started.html", "invited.html", "digest.html"} <= set(written)
    assert "data:image/png;base64," in written["game_started.html"]
    assert str(tmp_path / "invited.html") in capsys.readouterr().out
    assert not Delivery.objects.exists()
