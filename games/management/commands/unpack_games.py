"""Turns all packed games into rows again, for a release that cannot read them packed."""

from typing import Any

from django.core.management.base import BaseCommand

from games.upkeep import packing


class Command(BaseCommand):
    help = (
        "Unpack the moves of all packed games into rows, before you go back to an older release. "
        "Set PACK_GAMES_AFTER to 0 and start the workers again first."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{packing.unpack_all()} games unpacked.")
