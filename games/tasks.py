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
from games.moves import breaking, ending, pausing, slow_answers
from games.pages.catalogue import samples
from games.pages.table.after import last_picture
from games.ratings.counting import RATINGS
from games.statistics import habits, streaks
from games.statistics.milestones import MILESTONES
from games.statistics.results import RESULTS
from games.studies import judging
from games.tournaments.running import running
from games.tournaments.series import series
from games.upkeep import packing, telling, trials
from games.votes import voting


@shared_task(acks_late=False, soft_time_limit=540, time_limit=600)
def try_stored_games(trial: int) -> None:
    """Try the stored games of a type on copies, and store the results."""
    trials.run(trial, lambda slug, over: stored.look_at_all(stored.MOVES, slug, finished=over))


@shared_task
def tell_of_slips() -> None:
    """Notify maintainers of new errors of their game types."""
    telling.slips()


@shared_task
def act_on_deadlines() -> None:
    """Act on the seats whose time is up."""
    deadlines.scan()


@shared_task
def look_at_live_games() -> None:
    """Act on seats of live games whose time is up, and on live games whose start is due."""
    deadlines.scan_live()
    ready_check.end_due()


@shared_task
def close_votes() -> None:
    """Close the votes whose time is up."""
    voting.close_due()


@shared_task
def answer_slowly() -> None:
    """Let plans answer whose time to do so has come."""
    slow_answers.answer_due()


@shared_task
def end_pauses() -> None:
    """End players' pauses that have reached their limit."""
    pausing.end_due()


@shared_task
def cancel_abandoned() -> None:
    """Cancel games that everybody has abandoned, and those that nobody has repaired."""
    ending.cancel_abandoned()
    breaking.cancel_unmended()


@shared_task
def mend_by_other_rules() -> None:
    """Resume stopped games that the current rules can play."""
    acts.mend_by_other_rules()


@shared_task
def end_sanctions() -> None:
    """End expired sanctions."""
    sanctions.end_due()


@shared_task
def settle_departures() -> None:
    """Release the seats of closed accounts."""
    departures.free_seats()


@shared_task
def clear() -> None:
    """Close the accounts of guests who never played, and delete games cancelled long ago."""
    departures.close_idle_guests()
    clearing.delete_cancelled()
    waiting_times.delete_old_waits()


@shared_task
def play_bots() -> None:
    """Wake all bots with an open question."""
    playing.wake_all()


@shared_task
def play_bots_of(game_id: int) -> None:
    """Let a bot of this game answer its question."""
    playing.play(game_id)


@shared_task(acks_late=False, soft_time_limit=12, time_limit=15)
def think(game_id: int, question: dict[str, Any]) -> None:
    """Compute a bot's answer; a question that kills its process is not tried again."""
    thinking.think(game_id, question)


@shared_task
def take_thought(game_id: int, seat: int, decision: int, choice: list[Any] | None) -> None:
    """Take a bot's answer, or its failure."""
    if not thinking.play_choice(game_id, seat, decision, choice):
        playing.play(game_id)


@shared_task(acks_late=False, soft_time_limit=60, time_limit=70)
def try_choices(
    analysis: int, number: int, place: int, question: dict[str, Any], choices: list[Any]
) -> None:
    """Try a player's choice and the alternatives."""
    analysing.try_choices(analysis, number, place, question, choices)


@shared_task
def take_trial(analysis: int, number: int, place: int, found: Any) -> None:
    """Take the results of such a trial."""
    analysing.store_trial(analysis, number, place, found)


@shared_task(acks_late=False, soft_time_limit=20, time_limit=25)
def think_of_hint(game: int, seat: int, question: dict[str, Any], before: Any = None) -> None:
    """Try the choices of a question for a hint, further than ``before``."""
    hinting.think(game, seat, question, before)


@shared_task
def take_hint(game: int, seat: int, decision: int, found: Any) -> None:
    """Take the result for a hint."""
    hinting.store_trial(game, seat, decision, found)


@shared_task
def go_on_analysing() -> None:
    """Send steps of analyses that were lost or deferred."""
    analysing.send_next_steps()


@shared_task(acks_late=False, soft_time_limit=60, time_limit=70)
def try_further(judgement: int, place: int, question: dict[str, Any], before: Any = None) -> None:
    """Try the choices at a node of a study, further than ``before``."""
    judging.try_further(judgement, place, question, before)


@shared_task
def take_further(judgement: int, place: int, found: Any) -> None:
    """Take the results of that."""
    judging.store_trial(judgement, place, found)


@shared_task
def go_on_judging() -> None:
    """Send steps of judgements in studies that were lost or deferred."""
    judging.send_next_steps()


@shared_task
def sweep_news() -> None:
    """Send news that may not have gone out."""
    publishing.sweep()


@shared_task
def count_answers() -> None:
    """Update how fast and how reliably people answer, from the newest moves."""
    habits.count_turns()


@shared_task
def count_ratings() -> None:
    """Rate the games that have ended."""
    RATINGS.tick()


@shared_task
def count_results() -> None:
    """Count finished games for statistics and players' pages."""
    RESULTS.tick()


@shared_task
def count_milestones() -> None:
    """Find milestones that people have reached."""
    MILESTONES.tick()
    streaks.count_turns()


@shared_task
def tell_of_new_rules() -> None:
    """Publish changes in the installed rules."""
    new_rules.tell()


@shared_task
def bring_together() -> None:
    """Start games for people whose quick matches or standing invitations fit by now."""
    quick.bring_together()


@shared_task
def lapse_invitations() -> None:
    """End the invitations that nobody has answered."""
    invitations.lapse_due()


@shared_task
def lapse_tables() -> None:
    """End open tables and standing invitations that have found nobody for long."""
    lapsing.lapse()


@shared_task
def keep_last_pictures() -> None:
    """Store a picture of the final board of games that have ended."""
    last_picture.keep_next()


@shared_task
def pack_games() -> None:
    """Pack the moves of games that have been over for long."""
    packing.pack_next()


@shared_task
def draw_samples() -> None:
    """Draw the pictures for a game type's page that has none."""
    samples.draw_next()


@shared_task
def go_on_with_tournaments() -> None:
    """Advance the tournaments that are due."""
    running.tick()


@shared_task
def advance_arenas() -> None:
    """Advance the arenas that are due."""
    running.tick_arenas()


@shared_task
def open_editions() -> None:
    """Open the next tournaments of series that are due."""
    series.tick()


@shared_task
def advance_tournament(tournament_id: int) -> None:
    """Advance this tournament, in which something has happened."""
    running.advance(tournament_id)


@shared_task
def seat_clubs() -> None:
    """Create the tables of club events that are due."""
    making.tick()
