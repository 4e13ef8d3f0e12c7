"""Plays by a client that was made of the API's description: `playing.py ADDRESS`, run where that
client is. Two people play a game of each type, with amounts and held turns, and use a calendar."""

import datetime
import json
import random
import sys
from typing import Any

from generated import AuthenticatedClient, Client
from generated import models as forms
from generated.api.calendar import plan_vacation, set_hours, show_calendar
from generated.api.catalogue import list_types, make_token
from generated.api.finding_a_game import create_game, join
from generated.api.playing import confirm, move, show_game

ADDRESS, MOST = sys.argv[1], 400
looked = {"finished": 0, "stopped": 0, "moves": 0, "amounts": 0, "held": 0, "calendars": 0}
found: list[str] = []


def signed_in(name: str) -> Any:
    body = forms.Credentials(username=name, password="demo-password")  # noqa: S106  of the demo
    made = make_token.sync(client=Client(ADDRESS, timeout=60), body=body)
    return AuthenticatedClient(ADDRESS, token=made.token, timeout=60)


def calendar(me: Any) -> None:
    night = forms.NightHours(from_="22:00:00", until="07:00:00")
    hours = set_hours.sync(client=me, body=forms.Hours(night=night, weekdays=[6]))
    if not isinstance(hours, forms.Calendar) or hours.night.from_ != "22:00:00":
        found.append(f"calendar: {hours}")
    day = datetime.date.today() + datetime.timedelta(days=40)
    vacation = forms.NewVacation(from_=day, until=day)
    planned = plan_vacation.sync(client=me, body=vacation)
    read = show_calendar.sync(client=me)
    if not isinstance(planned, forms.Calendar) or read.vacations[-1].from_ != day:
        found.append(f"vacation: {planned}")
    looked["calendars"] += 1


def game(slug: str, players: list[Any], rng: random.Random) -> None:
    made = create_game.sync(client=players[0], body=forms.NewGame(type_=slug, players=2))
    join.sync(made.id, client=players[1], body=forms.JoinGame())
    for _ in range(MOST):
        for me in players:
            here = show_game.sync(made.id, client=me)
            if here.status == "finished":
                looked["finished"] += 1
                return
            if here.decision and here.decision.choices:
                take(me, here, rng)
    looked["stopped"] += 1  # nobody plays on for ever


def take(me: Any, here: Any, rng: random.Random) -> None:
    chosen = rng.choice(here.decision.choices)
    with_amounts = isinstance(chosen, forms.ChoiceWithAmounts)
    choice = chosen.to_dict()["example" if with_amounts else "choice"]
    hold = rng.random() < 0.2
    body = forms.NewMove(choice=choice, version=here.version, hold=hold)
    after = move.sync(here.id, client=me, body=body)
    if not isinstance(after, forms.Game):
        found.append(f"{here.type_}: {choice} was refused: {after}")
        return
    looked["moves"] += 1
    looked["amounts"] += with_amounts
    if after.can.confirm:
        confirm.sync(here.id, client=me, body=forms.At(version=after.version))
        looked["held"] += 1


people = [signed_in("anna"), signed_in("ben")]
calendar(people[0])
for type_ in list_types.sync(client=people[0]).types:
    game(type_.type_, people, random.Random(1))
print(json.dumps({"looked": looked, "found": found[:20]}))
