"""Celery's ticks and wake-ups; what they find is in the database."""

from typing import Any

from celery import shared_task

from accounts.moderation import sanctions
from games.absence import deadlines, departures
from games.bots import analysing, hinting, playing, thinking
from games.checking import stored
from games.clubs import making
from games.live import publishing
from games.lobby import clearing, invitations, lapsing, quick, ready_check, waiting_times
from games.messages import new_rules
from games.moderation import acts
from games.moves import breaking, ending, pausing
from games.pages.catalogue import samples
from games.pages.table.after import last_picture
from games.ratings.counting import RATINGS
from games.statistics import habits, streaks
from games.statistics.milestones import MILESTONES
from games.statistics.results import RESULTS
from games.tournaments.running import running
from games.tournaments.series import series
from games.upkeep import packing, telling, trials
from games.votes import voting


@shared_task(acks_late=False, soft_time_limit=540, time_limit=600)
def try_stored_games(trial: int) -> None:
    """Try the stored games of a type on copies, and keep what came of it."""
    trials.run(trial, lambda slug, over: stored.look_at_all(stored.MOVES, slug, finished=over))


@shared_task
def tell_of_slips() -> None:
    """Tell those who look after game types of what is new among the slips of these."""
    telling.slips()


@shared_task
def act_on_deadlines() -> None:
    """Act on the seats whose time is up."""
    deadlines.scan()


@shared_task
def look_at_live_games() -> None:
    """Act on the seats of live games whose time is up, and on those that were to begin."""
    deadlines.scan_live()
    ready_check.end_due()


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
def mend_by_other_rules() -> None:
    """Let the stopped games go on that can be played by the rules of today."""
    acts.mend_by_other_rules()


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
    waiting_times.delete_old_waits()


@shared_task
def play_bots() -> None:
    """Wake all bots that are asked."""
    playing.wake_all()


@shared_task
def play_bots_of(game_id: int) -> None:
    """A bot of this game is asked."""
    playing.play(game_id)


@shared_task(acks_late=False, soft_time_limit=12, time_limit=15)
def think(game_id: int, question: dict[str, Any]) -> None:
    """Think about the question of a bot; one that kills its process is not asked again."""
    thinking.think(game_id, question)


@shared_task
def take_thought(game_id: int, seat: int, decision: int, choice: list[Any] | None) -> None:
    """What a bot has thought of, or that it has failed to."""
    if not thinking.play_choice(game_id, seat, decision, choice):
        playing.play(game_id)


@shared_task(acks_late=False, soft_time_limit=60, time_limit=70)
def try_choices(
    analysis: int, number: int, place: int, question: dict[str, Any], choices: list[Any]
) -> None:
    """Try what somebody has chosen, and what else could have been."""
    analysing.try_choices(analysis, number, place, question, choices)


@shared_task
def take_trial(analysis: int, number: int, place: int, found: Any) -> None:
    """What became of the choices that were tried."""
    analysing.store_trial(analysis, number, place, found)


@shared_task(acks_late=False, soft_time_limit=20, time_limit=25)
def think_of_hint(game: int, seat: int, question: dict[str, Any], before: Any = None) -> None:
    """Try the choices of a question for a hint, further than ``before``."""
    hinting.think(game, seat, question, before)


@shared_task
def take_hint(game: int, seat: int, decision: int, found: Any) -> None:
    """What a hint has come to."""
    hinting.store_trial(game, seat, decision, found)


@shared_task
def go_on_analysing() -> None:
    """Send the steps of analyses that were lost, or had to wait."""
    analysing.go_on()


@shared_task
def sweep_news() -> None:
    """Send the news that may not have gone out."""
    publishing.sweep()


@shared_task
def count_answers() -> None:
    """Learn from the newest moves how fast people answer, and how reliably."""
    habits.count_turns()


@shared_task
def count_ratings() -> None:
    """Rate the games that have ended."""
    RATINGS.tick()


@shared_task
def count_results() -> None:
    """Count the games that have ended for statistics and players' pages."""
    RESULTS.tick()


@shared_task
def count_milestones() -> None:
    """Look for what people have reached in the games that have ended, and by their turns."""
    MILESTONES.tick()
    streaks.count_turns()


@shared_task
def tell_of_new_rules() -> None:
    """Publish what has changed in the rules that are installed."""
    new_rules.tell()


@shared_task
def bring_together() -> None:
    """Begin games for those who wait by quick match or standing invitation and fit by now."""
    quick.bring_together()


@shared_task
def lapse_invitations() -> None:
    """End the invitations that nobody has answered."""
    invitations.lapse_due()


@shared_task
def lapse_tables() -> None:
    """End the open tables and the standing invitations that have found nobody for long."""
    lapsing.lapse()


@shared_task
def keep_last_pictures() -> None:
    """Keep how the boards of the games that have ended looked."""
    last_picture.keep_next()


@shared_task
def pack_games() -> None:
    """Pack the moves of games that have been over for long."""
    packing.pack_next()


@shared_task
def draw_samples() -> None:
    """Draw the pictures for the page of a game type that has none."""
    samples.draw_next()


@shared_task
def go_on_with_tournaments() -> None:
    """Bring the tournaments that are due to where they should be."""
    running.tick()


@shared_task
def open_editions() -> None:
    """Open the tournaments of series whose time has come."""
    series.tick()


@shared_task
def advance_tournament(tournament_id: int) -> None:
    """Something has happened in this tournament."""
    running.advance(tournament_id)


@shared_task
def seat_clubs() -> None:
    """Make the tables of events whose date has come."""
    making.tick()
