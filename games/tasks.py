"""Celery's ticks and wake-ups; what they find is in the database."""

from celery import shared_task

from games import bots, deadlines, departures, live


@shared_task
def act_on_deadlines() -> None:
    """Act on the seats whose time is up."""
    deadlines.act()


@shared_task
def settle_departures() -> None:
    """Let go of the seats of closed accounts."""
    departures.settle()


@shared_task
def play_bots() -> None:
    """Let all bots move that are asked."""
    bots.play_all()


@shared_task
def play_bots_of(game_id: int) -> None:
    """A bot of this game is asked."""
    bots.play_one(game_id)


@shared_task
def sweep_news() -> None:
    """Send the news that may not have gone out."""
    live.sweep()
