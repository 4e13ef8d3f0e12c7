"""Has everybody been told what he was to be told?"""

import psycopg

# A sender that was killed leaves its claim, which keeps others away for two minutes; here it ends
# after 20 seconds, when nobody can be at it any more (a mail is one file, written in no time). The
# claim's own end tells its age: whoever has claimed the delivery anew is a living one.
END_CLAIMS = """
UPDATE notifications_delivery SET due_at = now()
  WHERE state = 'queued' AND due_at BETWEEN now() AND now() + interval '100 seconds'
    AND id IN (SELECT delivery_id FROM notifications_attempt WHERE outcome = '')
"""
LEFT = {
    "facts to be planned": "SELECT count(*) FROM notifications_notification"
    " WHERE state = 'queued' AND due_at <= now()",
    "deliveries that are due": "SELECT count(*) FROM notifications_delivery"
    " WHERE state = 'queued' AND due_at <= now()",
    "deliveries being sent": "SELECT count(*) FROM notifications_delivery WHERE state = 'queued'"
    " AND id IN (SELECT delivery_id FROM notifications_attempt)",
    "games with unpublished news": "SELECT count(*) FROM games_game"
    " WHERE published_version < version",
}


def left_to_tell(database_url: str) -> dict[str, int]:
    """How much of what is still to be done; empty when everybody has been told."""
    with psycopg.connect(database_url) as connection:
        connection.execute(END_CLAIMS)
        counts = {what: connection.execute(query).fetchone() for what, query in LEFT.items()}
    return {what: row[0] for what, row in counts.items() if row and row[0]}
