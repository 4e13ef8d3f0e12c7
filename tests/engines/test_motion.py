"""Pieces that others have moved glide from where they lay, in every engine."""

import random

import pytest

from games.models import Game
from games.rules import registry
from tests.browser import DESK
from tests.engines.conftest import Opener
from tests.games import playing
from tests.pages.test_contrast import begun

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

#: Moves of others that are watched.
MOVES = 14
#: Pixels that a glide may begin beside the place where its piece lay.
BESIDE = 3

# Notes of each animation of a piece where its first frame draws it, and where it lay before.
WATCH = """() => {
  window.places = {};
  window.glides = [];
  const from = (piece, region) => {
    const [box, frame] = [piece.getBoundingClientRect(), region.getBoundingClientRect()];
    return { x: box.x + box.width / 2 - frame.x, y: box.y + box.height / 2 - frame.y };
  };
  window.lies = () => {
    for (const piece of document.querySelectorAll("[data-piece]")) {
      const region = piece.closest("[data-region]"); // may itself change its place
      if (!piece.getClientRects().length) continue;
      places[piece.dataset.piece] = { region, ...from(piece, region) };
    }
  };
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, timing) {
    const animation = animate.call(this, frames, timing);
    const name = this.dataset?.piece;
    if (name in places && Number(frames[0].opacity ?? 1) === 1) {
      animation.pause();
      animation.currentTime = 0;
      const [was, is] = [places[name], from(this, places[name].region)];
      const off = Math.hypot(is.x - was.x, is.y - was.y);
      glides.push([name, this.tagName, off]);
      animation.play();
    }
    return animation;
  };
  lies();
}"""
VERSION = "() => document.querySelector('[data-table]').dataset.version"
# Once nothing moves any more.
STILL = "() => document.getAnimations().every((one) => one.playState !== 'running')"


def play_on(game_id: int, rng: random.Random) -> bool:
    """Until others see more of it; false once it is over."""
    before = Game.objects.get(pk=game_id).public_version
    while Game.objects.get(pk=game_id).public_version == before:
        asked = playing.asked(game_id)
        if not asked:
            return False
        playing.answer(game_id, asked[0], rng.choice)
    return True


@pytest.mark.parametrize("slug", [rules.slug for rules in registry.all()])
def test_a_glide_begins_where_its_piece_lay(window: Opener, slug: str) -> None:
    game_id, _user = begun(slug)
    rng = random.Random(5)
    page = window(DESK, motion=True)
    page.open(f"/games/{game_id}/")  # as somebody who only looks on
    page.until("() => document.documentElement.dataset.live === 'yes'")
    page.run(WATCH)
    for _move in range(MOVES):
        before = page.run(VERSION)
        page.run("() => lies()")
        if not play_on(game_id, rng):
            break
        page.until(f"(before) => ({VERSION})() !== before", before)
        page.until(STILL)
    glides = page.run("() => glides")
    assert glides
    assert [glide for glide in glides if glide[2] > BESIDE] == []
