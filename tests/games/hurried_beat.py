"""Our beat, which notes several times a second that it lives."""

from boardgames.celery.beat import OneBeat


class Beat(OneBeat):
    note_every = 0.2
