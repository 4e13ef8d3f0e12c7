"""Final pictures of boards, for games that no installed rules can draw any more."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class LastPicture(models.Model):
    """The final board of a game, as everybody saw it: a self-contained SVG without names.

    ``games.pages.table.after.last_picture`` packs it.
    """

    game = models.OneToOneField(Game, models.CASCADE, primary_key=True, related_name="last_picture")
    packed = models.BinaryField()

    class Meta:
        verbose_name = _("last picture")
        verbose_name_plural = _("last pictures")

    def __str__(self) -> str:
        return f"{self.game_id}"
