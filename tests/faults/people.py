"""Makes people in the service's database; writes the name and an API token of each as JSON.

Run as a process with the service's environment: `python -m tests.faults.people NUMBER`.
"""

import json
import os
import sys

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "boardgames.settings"
django.setup()

from allauth.account.models import EmailAddress  # noqa: E402
from django.db import connection, transaction  # noqa: E402

from accounts.models import User  # noqa: E402
from accounts.sessions import tokens  # noqa: E402
from notifications import registry  # noqa: E402
from notifications.models import Channel, Preference, When  # noqa: E402

# News waits a minute and a half, some of it longer, before it becomes mail; here it is due at once
# and every third person gets a mail for each, so that mail goes out while things are killed.
# Nothing of the service's own code is changed for it.
AT_ONCE = """
CREATE OR REPLACE FUNCTION due_at_once() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN NEW.due_at = now(); RETURN NEW; END $$;
CREATE OR REPLACE TRIGGER at_once BEFORE INSERT ON notifications_notification
FOR EACH ROW WHEN (NEW.kind <> 'reminder') EXECUTE FUNCTION due_at_once();
"""


def person(number: int) -> dict[str, str]:
    user = User.objects.create_user(f"player{number}", f"player{number}@example.org")
    EmailAddress.objects.create(user=user, email=user.email, verified=number % 3 == 0, primary=True)
    Preference.objects.bulk_create(
        Preference(user=user, kind=kind, channel=Channel.MAIL, when=When.NOW)
        for kind in registry.names()
    )
    return {"name": user.username, "token": tokens.mint(user, "faults")}


if __name__ == "__main__":
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute(AT_ONCE)
        there = User.objects.filter(username__startswith="player").count()
        numbers = range(there, there + int(sys.argv[1]))
        print(json.dumps([person(number) for number in numbers]))
