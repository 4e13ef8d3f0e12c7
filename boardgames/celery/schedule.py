"""Which task runs how often.

No tick carries data. A tick asks PostgreSQL what is due, so a missed one costs nothing and a second
beat does no harm. Queued ticks expire, so downtime leaves no queue of them.
"""

#: Ticks that waited less than this are kept: a busy worker would never run the frequent ones.
WAITS = 5.0


def every(seconds: float, task: str, queue: str, *args: str) -> dict[str, object]:
    """A beat entry that runs `task` every `seconds`; a tick that waited that long is dropped."""
    options = {"queue": queue, "expires": max(seconds, WAITS)}
    return {"task": task, "schedule": seconds, "args": args, "options": options}


#: Ticks that are sent if one of these rows exists. Beat asks for all of them in one statement.
#: Every so many seconds each is sent anyway: asking costs a tenth of what a task costs.
ONLY_IF = {
    "live games": ("games.absence.deadlines.waiting_live", WAITS),
    "arenas": ("games.tournaments.running.running.find_due_arenas", WAITS),
    "slow answers": ("games.moves.slow_answers.find_due_plans", 60.0),
    "news": ("games.live.publishing.find_unpublished_games", 60.0),
    "bots": ("games.bots.playing.find_waiting_seats", 60.0),
    "analyses": ("games.bots.analysing.find_waiting_analyses", 60.0),
    "judgements": ("games.studies.judging.find_waiting_judgements", 60.0),
    "telling": ("notifications.planning.find_due_notifications", 60.0),
    "letters": ("accounts.account_mail.due_letters", 60.0),
    "mail": ("notifications.delivery.find_due_deliveries", 60.0),
    "push": ("notifications.delivery.find_due_deliveries", 60.0),
    "webhooks": ("notifications.delivery.find_due_deliveries", 60.0),
}

TICKS = {
    "heartbeat": every(10, "boardgames.tasks.beat", "deadlines"),
    # It waits behind bots' questions, for up to twelve seconds; if it were dropped the part would
    # seem dead.
    "heartbeat of thinking": every(20, "boardgames.tasks.beat_thinking", "thinking"),
    "deadlines": every(30, "games.tasks.act_on_deadlines", "deadlines"),
    "live games": every(1, "games.tasks.look_at_live_games", "deadlines"),
    "sanctions": every(60, "games.tasks.end_sanctions", "deadlines"),
    "departures": every(30, "games.tasks.settle_departures", "deadlines"),
    "votes": every(30, "games.tasks.close_votes", "deadlines"),
    "slow answers": every(10, "games.tasks.answer_slowly", "deadlines"),
    "pauses": every(300, "games.tasks.end_pauses", "deadlines"),
    "waiting players": every(60, "games.tasks.bring_together", "deadlines"),
    "invitations": every(300, "games.tasks.lapse_invitations", "deadlines"),
    "open tables": every(300, "games.tasks.lapse_tables", "deadlines"),
    "stopped games": every(300, "games.tasks.mend_by_other_rules", "deadlines"),
    "abandoned games": every(3600, "games.tasks.cancel_abandoned", "deadlines"),
    "clearing": every(3600, "games.tasks.clear", "mail"),
    "accounts to close": every(3600, "accounts.tasks.close_due", "mail"),
    "old addresses": every(3600, "accounts.tasks.forget_unconfirmed", "mail"),
    "habits": every(60, "games.tasks.count_answers", "mail"),
    "ratings": every(30, "games.tasks.count_ratings", "mail"),
    "results": every(30, "games.tasks.count_results", "mail"),
    "milestones": every(60, "games.tasks.count_milestones", "mail"),
    "slips": every(60, "games.tasks.tell_of_slips", "mail"),
    "new rules": every(600, "games.tasks.tell_of_new_rules", "mail"),
    "news": every(5, "games.tasks.sweep_news", "deadlines"),
    "tournaments": every(30, "games.tasks.go_on_with_tournaments", "deadlines"),
    "arenas": every(1, "games.tasks.advance_arenas", "deadlines"),
    "series": every(60, "games.tasks.open_editions", "deadlines"),
    "club events": every(30, "games.tasks.seat_clubs", "deadlines"),
    "bots": every(5, "games.tasks.play_bots", "bots"),
    "analyses": every(5, "games.tasks.go_on_analysing", "bots"),
    "judgements": every(5, "games.tasks.go_on_judging", "bots"),
    "last pictures": every(60, "games.tasks.keep_last_pictures", "bots"),
    "packing": every(60, "games.tasks.pack_games", "mail"),
    "samples": every(30, "games.tasks.draw_samples", "bots"),
    "telling": every(5, "notifications.tasks.plan", "deadlines"),
    "letters": every(10, "accounts.tasks.send_letters", "mail"),
    "mail": every(10, "notifications.tasks.deliver", "mail", "mail"),
    "push": every(10, "notifications.tasks.deliver", "push", "push"),
    "webhooks": every(10, "notifications.tasks.deliver", "push", "webhook"),
    "old sessions": every(3600, "boardgames.tasks.clear_sessions", "mail"),
    "old messages": every(3600, "community.tasks.forget_messages", "mail"),
    "old news": every(3600, "notifications.tasks.forget", "mail"),
}
