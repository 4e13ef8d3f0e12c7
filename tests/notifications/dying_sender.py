"""Plans and sends with a process that is killed at a given line of ours, then with a whole one.

Run as a program on the test's database: for one line after the other as they are come to, a fact is
made, a child plans and sends it until it comes to that line and kills itself, and we do what is
left when the claim has run out. Prints a JSON object for each death.
"""

import json
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "boardgames.settings"
django.setup()

from django.conf import settings  # noqa: E402
from django.db import connections, transaction  # noqa: E402
from django.utils import timezone  # noqa: E402

from accounts.models import User  # noqa: E402
from games.notification_events import writing  # noqa: E402
from notifications import delivery, planning  # noqa: E402
from notifications.models import Channel, Delivery, Notification  # noqa: E402

#: Where a death is tried: each line of these.
OURS = {str(Path(module.__file__ or "")) for module in (delivery, planning)}


def tell() -> None:
    planning.plan_due()
    delivery.deliver_due(Channel.MAIL)


def in_a_child(act: Callable[[], None]) -> int:
    """Do it in a process of its own; how that ended."""
    connections.close_all()
    child = os.fork()
    if child == 0:
        act()
        os._exit(0)
    return os.waitpid(child, 0)[1]


def dying_at(step: int, where: int) -> None:
    """Tell, but end at the line come to after ``step`` others; its place is written to a pipe."""
    left = step

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal left
        if frame.f_code.co_filename not in OURS:
            return None
        if event == "line":
            if left == 0:
                place = f"{frame.f_code.co_name}:{frame.f_lineno}"
                os.write(where, place.encode())
                os.kill(os.getpid(), signal.SIGKILL)
            left -= 1
        return trace

    sys.settrace(trace)
    tell()


def mails() -> list[str]:
    """The names of the mails that have gone out."""
    lines = [
        line
        for file in Path(settings.EMAIL_FILE_PATH).glob("*.log")
        for line in file.read_text().splitlines()
    ]
    return [line for line in lines if line.startswith("Message-ID:")]


def one_death(user_id: int, step: int) -> dict[str, Any] | None:
    """What came of dying at this step; None if there is no such step any more."""
    Notification.objects.all().delete()
    for file in Path(settings.EMAIL_FILE_PATH).glob("*.log"):
        file.unlink()
    writing.moderated([user_id], None, "Be kind.", timezone.now())
    read, write = os.pipe()
    status = in_a_child(lambda: dying_at(step, write))
    os.close(write)
    place = os.read(read, 200).decode()
    os.close(read)
    if not os.WIFSIGNALED(status):
        return None
    _let_go()
    before = mails()
    marked = Delivery.objects.filter(state=Delivery.State.SENT).exists()
    Delivery.objects.filter(state=Delivery.State.QUEUED).update(due_at=timezone.now())
    tell()
    states = list(Delivery.objects.values_list("state", flat=True))
    return {
        "at": place, "sent_before": len(before), "marked": marked,
        "sent": len(mails()), "names": len(set(mails())), "states": states,
    }  # fmt: skip


def _let_go() -> None:
    """Wait until the database has noticed the death: what it held is passed over until then."""
    with transaction.atomic():
        list(Notification.objects.select_for_update())
        list(Delivery.objects.select_for_update())


def main() -> None:
    with TemporaryDirectory() as folder:  # other tests send mail at the same time
        settings.EMAIL_FILE_PATH = folder
        die_at_every_line()


def die_at_every_line() -> None:
    user = User.objects.get(username="anna")
    writing.moderated([user.pk], None, "Be kind.", timezone.now())
    tell()  # so that each child finds the templates ready
    step = 0
    while (death := one_death(user.pk, step)) is not None:
        sys.stdout.write(json.dumps(death) + "\n")
        step += 1


if __name__ == "__main__":
    main()
