"""A day by a client that was made of the API's description: `day.py ADDRESS`, run where that client
is. Anna reads news, looks up an opponent, answers a message and joins a club's evening."""

import datetime
import json
import sys
from typing import Any

from generated import AuthenticatedClient, Client
from generated import models as forms
from generated.api.catalogue import make_token
from generated.api.clubs import (
    found_club,
    join_club,
    list_clubs,
    list_own_clubs,
    read_club_talk,
    write_to_club,
)
from generated.api.events_of_clubs import answer_event, list_events, plan_event
from generated.api.leaderboards import show_leaderboard
from generated.api.news import list_news
from generated.api.notifications import list_notifications, mark_all_read
from generated.api.people import find_people, list_games_of_person, list_ratings, show_person
from generated.api.private_messages import (
    list_conversations,
    mark_conversation_read,
    send_message,
    show_conversation,
)

ADDRESS = sys.argv[1]
found: list[str] = []
looked: dict[str, int] = {}


def signed_in(name: str) -> Any:
    body = forms.Credentials(username=name, password="demo-password")  # noqa: S106  of the demo
    made = make_token.sync(client=Client(ADDRESS, timeout=60), body=body)
    return AuthenticatedClient(ADDRESS, token=made.token, timeout=60)


def got(answer: Any, form: str) -> Any:
    """The answer, noted where it is not of the form that the description promises."""
    looked[form] = looked.get(form, 0) + 1
    if type(answer).__name__ != form:
        found.append(f"{form} expected: {answer}")
    return answer


anna, ben = signed_in("anna"), signed_in("ben")

# What is new
got(list_news.sync(client=anna), "News")
got(list_notifications.sync(client=anna), "Notices")
got(mark_all_read.sync(client=anna), "Notices")

# An opponent
people = got(find_people.sync(client=anna, q="ben"), "People").people
name = people[0].username
opponent = got(show_person.sync(name, client=anna), "Profile")
got(list_ratings.sync(name, client=anna), "Ratings")
got(list_games_of_person.sync(name, client=anna), "GamesPage")
got(show_leaderboard.sync("imhotep", client=anna), "Leaderboard")

# A message, and its answer
hello = forms.NewPrivateMessage(text="Who comes on Thursday?")
got(send_message.sync("anna", client=ben, body=hello), "PrivateMessage")
if not any(one.user == "ben" for one in list_conversations.sync(client=anna).conversations):
    requests = got(list_conversations.sync(client=anna, requests=True), "Conversations")
    if not any(one.user == "ben" for one in requests.conversations):
        found.append(f"ben's message is in no list: {requests}")
got(mark_conversation_read.sync("ben", client=anna), "Conversation")
gladly = forms.NewPrivateMessage(quick=forms.NewPrivateMessageQuick("gladly"))
got(send_message.sync("ben", client=anna, body=gladly), "PrivateMessage")
talk = got(show_conversation.sync("ben", client=anna), "Conversation")
if [one.mine for one in talk.messages[-2:]] != [False, True]:
    found.append(f"the conversation is not whole: {talk}")

# A club's evening
moment = datetime.datetime.now(datetime.UTC)
entry = forms.NewClubEntry("open")
club = forms.NewClub(name=f"Evenings {moment:%H%M%S}", entry=entry)
made = got(found_club.sync(client=ben, body=club), "Club")
plan = forms.NewEvent(
    title="Thursday", at=moment + datetime.timedelta(days=2), type_="imhotep", players=4
)
got(plan_event.sync(made.id, client=ben, body=plan), "ClubEvents")
if made.id not in {one.id for one in got(list_clubs.sync(client=anna), "Clubs").clubs}:
    found.append("the new club is not listed")
got(join_club.sync(made.id, client=anna, body=forms.JoinClub()), "Club")
(event,) = got(list_events.sync(made.id, client=anna), "ClubEvents").events
answered = answer_event.sync(made.id, event.id, client=anna, body=forms.EventAnswer(comes=True))
if [(one.mine, one.coming) for one in got(answered, "ClubEvents").events] != [(True, 2)]:
    found.append(f"the answer is not there: {answered}")
got(
    write_to_club.sync(made.id, client=anna, body=forms.NewClubMessage(text="Hello")), "ClubMessage"
)
got(read_club_talk.sync(made.id, client=anna), "ClubTalk")
got(list_own_clubs.sync(client=anna), "ClubsOfCaller")

print(json.dumps({"looked": looked, "found": found[:20]}))
