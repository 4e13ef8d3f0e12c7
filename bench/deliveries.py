"""Telling people: how many facts one process plans each second, and how many e-mails go to a local
mail server by as many processes as may send. A letter tells of one turn, with a picture of the
board; a summary of ten.

``possible`` is how many a second the CPU time of the senders, PostgreSQL and the mail server would
allow on CORES cores that do nothing else, however busy the machine is now.
"""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import psutil

from bench import processes, service
from bench.extent import Extent
from bench.figures import Row

GAMES = 120
IN_A_SUMMARY = 10
CORES = 2


def run(extent: Extent) -> Iterator[Row]:
    games = GAMES * 10 if extent.full else GAMES
    with service.running(), _mail_server() as url:
        os.environ["EMAIL_URL"] = url

        import django

        django.setup()
        yield from _measured(games)


@contextmanager
def _mail_server() -> Iterator[str]:
    """One that takes every mail and forgets it."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "aiosmtpd", "-n", "-l", f"127.0.0.1:{port}"),
            *("-c", "aiosmtpd.handlers.Sink"),
        ]
    )
    try:
        until = time.monotonic() + 30
        while True:
            with socket.socket() as client:
                if client.connect_ex(("127.0.0.1", port)) == 0:
                    break
            if time.monotonic() > until:
                sys.exit("The mail server did not start.")
            time.sleep(0.1)
        yield f"smtp://127.0.0.1:{port}?tls=0"
    finally:
        process.terminate()
        process.wait(10)


def _measured(games: int) -> Iterator[Row]:
    from django.db import connection
    from django.utils import timezone

    from notifications import delivery, mail, planning, preferences
    from notifications.models import Channel, Delivery, Notification, When

    readers = _at_their_turns(games)
    with connection.cursor() as cursor:
        for channel in Channel:  # the service's own worker leaves the sending to us
            for lock in delivery.places(channel):
                cursor.execute("SELECT pg_advisory_lock(%s)", [lock])
        for what, when in (("letter", When.NOW), ("summary", When.BATCHED)):
            for reader in readers:
                preferences.save_preferences(reader, {("your_turn", Channel.MAIL): when})
            _have_to_be_told(what)
            seconds = _until_done(planning.plan_due)
            planned = Notification.objects.filter(key__startswith=what).count()
            yield {"step": "planning", "facts": planned, "per_second": round(planned / seconds)}
            queued = Delivery.objects.filter(state="queued")
            queued.update(due_at=timezone.now())
            one = queued.select_related("user", "notification__game")[0]
            mail.message(one.user, [one])  # styles and templates are read, as in a worker
            senders, before = len(delivery.places(Channel.MAIL)), _of_servers()
            seconds, cpu = _by_processes(senders, lambda: delivery.deliver_due(Channel.MAIL))
            servers = _of_servers() - before
            told = Delivery.objects.filter(notification__key__startswith=what, state="sent").count()
            yield {
                "step": what,
                "deliveries": told,
                "senders": senders,
                "per_second": round(told / seconds, 1),
                "cpu_ms_each": round(1000 * cpu / told, 1),
                "servers_ms_each": round(1000 * servers / told, 1),
                "possible": round(CORES * told / (cpu + servers), 1),
            }


def _at_their_turns(games: int) -> list[int]:
    """The numbers of people with confirmed addresses, between whom so many games run."""
    from allauth.account.models import EmailAddress

    from bench import world

    people = world.people(2 * games // IN_A_SUMMARY, "reader")
    EmailAddress.objects.bulk_create(
        EmailAddress(user=user, email=f"{user}@example.org", verified=True, primary=True)
        for user in people
    )
    for number in range(games):
        world.start("imhotep", [people[(2 * number + seat) % len(people)] for seat in (0, 1)])
    return [user.pk for user in people]


def _have_to_be_told(what: str) -> None:
    """Everybody whose turn it is, of each such game."""
    from django.utils import timezone

    from games.models import Seat
    from notifications.models import Notification

    Notification.objects.filter(state="queued").delete()
    Notification.objects.bulk_create(
        Notification(
            key=f"{what}/{seat.pk}",
            kind="your_turn",
            user=seat.user,
            game_id=seat.game_id,
            data={"seat": seat.index, "version": seat.asked_version},
            due_at=timezone.now(),
        )
        for seat in Seat.objects.filter(to_move=True).select_related("user")
        if seat.user
    )


def _by_processes(many: int, act: Callable[[], int]) -> tuple[float, float]:
    """Let so many processes repeat it until there is nothing left to do; the seconds that took, and
    those that they have computed."""
    from django.db import connections

    before, begin = sum(os.times()[2:4]), time.perf_counter()
    children = []
    for _number in range(many):
        child = os.fork()
        if child == 0:
            for connection in connections.all():
                connection.connection = None  # it is our parent's
            _until_done(act)
            os._exit(0)
        children.append(child)
    for child in children:
        if os.waitpid(child, 0)[1]:
            sys.exit("A sender failed.")
    return time.perf_counter() - begin, sum(os.times()[2:4]) - before


def _of_servers() -> float:
    """The seconds that PostgreSQL and the mail server have computed, those included that ended."""

    def computed(process: psutil.Process) -> float:
        is_ours = process.name() == "postgres" or "aiosmtpd" in process.cmdline()
        return sum(process.cpu_times()[:4]) if is_ours else 0.0

    return sum(processes.seen(processes.below(), computed).values())


def _until_done(act: Callable[[], int]) -> float:
    """Repeat it until there is nothing left to do; the seconds that took."""
    begin = time.perf_counter()
    while act():
        pass
    return time.perf_counter() - begin
