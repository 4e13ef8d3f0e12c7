from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from games.rules import registry

#: Modules of ``games.messages`` with the kinds of notification, in the order of the settings page.
MESSAGES = (
    *("turns", "gathering", "friends", "tournaments", "ladders", "clubs", "absence"),
    *("studies", "moderation", "upkeep"),
)


class GamesConfig(AppConfig):
    """Connects the rooms that listen to signals of others."""

    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        # Models are not ready when this module is loaded.
        from accounts import exporting
        from accounts.models import account_closed
        from accounts.moderation import audit, impersonation
        from boardgames import preload
        from boardgames.database import history
        from boardgames.http import gauges, health, metrics
        from community.messages import sending
        from games import game_cache
        from games.absence import calendars, figures
        from games.archive import personal
        from games.bots import playing
        from games.clubs import leaving
        from games.lessons import practice
        from games.live import pages, publishing
        from games.lobby import game_names, opponent_stats, standing
        from games.messages import webhooks
        from games.moderation import interest
        from games.moves import breaking
        from games.pages.table.view import pushing
        from games.stages import new_types
        from games.statistics import milestones
        from games.studies import listing as studies
        from games.studies import membership
        from games.tournaments.running import leaving as leaving_tournaments
        from games.tournaments.running import running
        from games.upkeep import figures as figures_of_packages
        from games.upkeep import packing
        from games.votes import open_vote
        from games.words import table_package
        from notifications import games

        health.left_out.append(lambda: len(registry.left_out()))
        health.facts["rules"] = lambda: str(registry.build())
        metrics.asked += [figures.count_overdue_seats, figures_of_packages.running, packing.figures]
        gauges.noted.append(game_cache.set_gauges)
        preload.also_load += [table_package.load_tables, registry.log_build]
        impersonation.apart.append(interest.play_together)
        sending.acquainted.append(opponent_stats.have_played)
        audit.withheld.append(interest.reports_about)
        history.brought_up_to_date.connect(new_types.begin_as_alphas, dispatch_uid="new types")
        calendars.listen_to_calendars()
        personal.register_export()
        exporting.register("studies", studies.kept_by)
        account_closed.connect(lambda user, **_signal: membership.forget_person(user), weak=False)
        practice.listen_to_changes()
        milestones.listen_to_closed_accounts()
        standing.listen_to_closed_accounts()
        game_names.listen_to_closed_accounts()
        publishing.listen_to_changes()
        playing.listen_to_changes()
        breaking.listen_to_failures()
        open_vote.listen_to_changes()
        running.listen_to_ended_games()
        leaving.listen_to_departures()
        leaving_tournaments.listen_to_departures()
        for name in MESSAGES:  # each registers its kinds; models are ready now
            import_module(f"games.messages.{name}")
        games.provide(webhooks)
        pages.provide(pushing.draw_page)
