"""The board of a game that is over is kept as a drawing, for when no rules can draw it any more."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
import zstandard
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.lobby import open_games
from games.models import Game, LastPicture
from games.pages.table import picture
from games.tasks import keep_last_pictures
from tests.games.playing import to_the_end

SHOWN = '<img src="data:image/png;base64,'


@pytest.fixture
def ended(anna: User, ben: User) -> Callable[[str], Game]:
    """Makes games that have just ended."""

    def make(slug: str) -> Game:
        game = open_games.create(anna.pk, slug, 2, visibility="private").game
        open_games.join_game(game.pk, ben.pk, key=game.key)
        return to_the_end(game.pk)

    return make


def tick() -> None:
    """The games have ended a while ago, so that nothing older can follow."""
    later = timezone.now() + timedelta(minutes=5)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(timezone, "now", lambda: later)
        keep_last_pictures()


def kept(game: Game) -> str:
    return zstandard.decompress(bytes(LastPicture.objects.get(game=game).packed)).decode()


def test_it_is_kept_from_the_first_tick_on_and_shown_when_no_rules_can_draw_the_board(
    ended: Callable[[str], Game], anna: User, cleo: User
) -> None:
    before = ended("bomarzo")
    keep_last_pictures()
    Game.objects.filter(pk=before.pk).update(finished_at=timezone.now() - timedelta(hours=1))
    game = ended("bomarzo")
    tick()
    assert [*LastPicture.objects.values_list("game", flat=True)] == [game.pk]
    drawn = kept(game)
    assert drawn.startswith("<svg")
    assert "anna" not in drawn
    assert "ben" not in drawn
    Game.objects.update(state=b"nonsense")
    for user, who in ((anna, 200), (cleo, 404), (None, 404)):
        client = Client()
        if user:
            client.force_login(user)
        answer = client.get(f"/games/{game.pk}/")
        assert answer.status_code == who
        assert (SHOWN in answer.content.decode()) == (who == 200)
    client = Client()
    client.force_login(anna)
    assert SHOWN not in client.get(f"/games/{before.pk}/").content.decode()
    Game.objects.update(type="chess")
    page = client.get(f"/games/{game.pk}/").content.decode()
    assert SHOWN in page
    assert "not installed here" in page
    LastPicture.objects.update(packed=b"nonsense")
    answer = client.get(f"/games/{game.pk}/")
    assert answer.status_code == 200
    assert SHOWN not in answer.content.decode()


@pytest.mark.slow
def test_what_cannot_be_drawn_or_is_too_large_is_passed_over_and_the_next_is_kept(
    ended: Callable[[str], Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_last_pictures()
    broken, large, sound = (ended("imhotep") for _number in range(3))
    Game.objects.filter(pk=broken.pk).update(state=b"nonsense")
    draw = picture.nameless
    noise = "".join(map(chr, range(32, 50_000)))
    monkeypatch.setattr(
        picture,
        "nameless",
        lambda position: noise if position.game.pk == large.pk else draw(position),
    )
    tick()
    assert [*LastPicture.objects.values_list("game", flat=True)] == [sound.pk]
    assert len(LastPicture.objects.get().packed) < 20_000
