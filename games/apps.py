from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from games.rules import registry

#: Modules of ``games.messages`` with the kinds of notification, in the order of the settings page.
MESSAGES = (
    *("turns", "gathering", "friends", "tournaments", "ladders", "clubs", "absence"),
    *("moderation", "upkeep"),
)


class GamesConfig(AppConfig):
    """Connects the rooms that listen to what others announce."""

    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        # Models are not ready when this module is loaded.
        from accounts.conduct import acting, audit
        from boardgames import whole
        from boardgames.http import gauges, health, metrics
        from community.messages import sending
        from games import game_cache
        from games.absence import calendars, figures
        from games.archive import personal
        from games.bots import playing
        from games.clubs import leaving
        from games.lessons import practice
        from games.live import pages, publishing
        from games.lobby import prospects, standing
        from games.messages import webhooks
        from games.moderation import interest
        from games.moves import breaking
        from games.pages.table.view import pushing
        from games.statistics import milestones
        from games.tournaments.running import leaving as leaving_tournaments
        from games.tournaments.running import running
        from games.upkeep import figures as figures_of_packages
        from games.upkeep import packing
        from games.votes import open_vote
        from games.words import table_package
        from notifications import games

        health.left_out.append(lambda: len(registry.left_out()))
        metrics.asked += [figures.waiting, figures_of_packages.running, packing.figures]
        gauges.noted.append(game_cache.set_gauges)
        whole.also.append(table_package.load_tables)
        acting.apart.append(interest.play_together)
        sending.acquainted.append(prospects.have_played)
        audit.withheld.append(interest.reports_about)
        calendars.listen()
        personal.listen()
        practice.listen()
        milestones.listen()
        standing.listen()
        publishing.listen()
        playing.listen()
        breaking.listen()
        open_vote.listen()
        running.listen()
        leaving.listen()
        leaving_tournaments.listen()
        for name in MESSAGES:  # each registers its own, now that models are ready
            import_module(f"games.messages.{name}")
        games.provide(webhooks)
        pages.provide(pushing.draw)
