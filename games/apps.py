from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Connects the rooms that listen to what others announce."""

    name = "games"

    def ready(self) -> None:
        # Models are not ready when this module is loaded.
        from games.absence import calendars
        from games.live import publishing
        from games.moves import bots, breaking
        from games.votes import open_vote

        calendars.listen()
        publishing.listen()
        bots.listen()
        breaking.listen()
        open_vote.listen()
