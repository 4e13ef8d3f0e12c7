"""Celery's ticks and wake-ups; what they find is in the database."""

from celery import shared_task

from accounts.conduct import sanctions
from games.absence import deadlines, departures
from games.live import publishing
from games.lobby import clearing, invitations
from games.moves import bots, breaking, ending, pausing
from games.pages.catalogue import samples
from games.ratings.counting import RATINGS
from games.statistics import habits
from games.statistics.results import RESULTS
from games.votes import voting


@shared_task
def act_on_deadlines() -> None:
    """Act on the seats whose time is up."""
    deadlines.scan()


@shared_task
def close_votes() -> None:
    """Close the votes whose time is up."""
    voting.close_due()


@shared_task
def end_pauses() -> None:
    """End the players' pauses that have lasted long enough."""
    pausing.end_due()


@shared_task
def cancel_abandoned() -> None:
    """Cancel the games that everybody has given up, and those that nobody has mended."""
    ending.cancel_abandoned()
    breaking.cancel_unmended()


@shared_task
def end_sanctions() -> None:
    """Let those in again, and write again, whose time is up."""
    sanctions.end_due()


@shared_task
def settle_departures() -> None:
    """Let go of the seats of closed accounts."""
    departures.settle()


@shared_task
def clear() -> None:
    """Close the accounts of guests who never played, and delete what was cancelled long ago."""
    departures.close_idle_guests()
    clearing.delete_cancelled()


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
    publishing.sweep()


@shared_task
def count_answers() -> None:
    """Learn from the newest moves how fast people answer, and how reliably."""
    habits.count()


@shared_task
def count_ratings() -> None:
    """Rate the games that have ended."""
    RATINGS.tick()


@shared_task
def count_results() -> None:
    """Count the games that have ended for statistics and players' pages."""
    RESULTS.tick()


@shared_task
def lapse_invitations() -> None:
    """End the invitations that nobody has answered."""
    invitations.lapse_due()


@shared_task
def draw_samples() -> None:
    """Draw the pictures for the page of a game type that has none."""
    samples.draw_next()
