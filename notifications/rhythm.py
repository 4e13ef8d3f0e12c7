"""The times of day at which messages go out: batches, the daily summary, quiet hours.

Times are local, and a day is the reader's. When the clocks change, a summary at eight still comes
at eight; a time that is skipped moves by the skipped hour.
"""

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from accounts.models import User
from notifications.models import Rhythm, When

#: A reminder must leave at least this share of the time, or it goes out at once.
SHORTEST_NOTICE = timedelta(hours=1)


def for_user(user: User) -> Rhythm:
    """The user's rhythm, or an unsaved one with the defaults."""
    return Rhythm.objects.filter(user=user).first() or Rhythm(user=user)


def tells_if_seen(user_id: int) -> bool:
    """Whether a person also wants notifications of what an open page of theirs has shown."""
    return Rhythm.objects.filter(user=user_id, even_if_seen=True).exists()


def due_at(rhythm: Rhythm, zone: ZoneInfo, when: When, now: datetime) -> datetime:
    """The moment for something wanted ``when``, if it begins a batch of its own."""
    match when:
        case When.DAILY:
            return next_digest(rhythm, zone, now)
        case When.BATCHED:
            return after_quiet(rhythm, zone, now + timedelta(minutes=rhythm.batch_minutes))
        case _:
            return after_quiet(rhythm, zone, now)


def next_digest(rhythm: Rhythm, zone: ZoneInfo, now: datetime) -> datetime:
    """The next daily summary after ``now``. Quiet hours do not move it: its hour was chosen."""
    today = now.astimezone(zone).date()
    moments = (_at(today + timedelta(days=n), rhythm.digest_at, zone) for n in range(3))
    return next(moment for moment in moments if moment > now)


def after_quiet(rhythm: Rhythm, zone: ZoneInfo, moment: datetime) -> datetime:
    """The end of the quiet hours that contain ``moment``, otherwise ``moment`` itself."""
    start, end = rhythm.quiet_from, rhythm.quiet_until
    if start is None or end is None or start == end:
        return moment
    today = moment.astimezone(zone).date()
    for day in (today - timedelta(days=1), today):
        last_day = day if start < end else day + timedelta(days=1)
        until = _at(last_day, end, zone)
        if _at(day, start, zone) <= moment < until:
            return until
    return moment


def _at(day: date, at: time, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, at, zone).astimezone(ZoneInfo("UTC"))
