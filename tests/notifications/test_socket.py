"""The WebSocket of every page, on a running site."""

import asyncio
import json

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from accounts.models import User
from notifications import bell
from notifications.models import Notification

NOTHING = {"type": "me", "waiting": 0, "unread": 0, "letters": 0}


def cookie(user: User) -> str:
    client = Client()
    client.force_login(user)
    return f"{settings.SESSION_COOKIE_NAME}={client.cookies['sessionid'].value}"


def told(user: User, key: str = "told") -> None:
    """Something new stands under somebody's bell."""
    Notification.objects.create(
        key=key, kind="game_over", user=user, due_at=timezone.now(), state="planned"
    )
    bell.ring([user.pk])


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_the_socket_says_the_numbers_when_it_opens_and_with_news_and_to_nobody_else(
    site: str, anna: User, ben: User
) -> None:
    address = site.replace("http", "ws") + "/ws/me/"
    annas, bens = cookie(anna), cookie(ben)

    async def look() -> tuple[dict[str, object], bool, int]:
        async with (
            connect(address, additional_headers={"Cookie": annas}) as one,
            connect(address, additional_headers={"Cookie": bens}) as other,
        ):
            for socket in (one, other):
                assert json.loads(await asyncio.wait_for(socket.recv(), 5)) == NOTHING
            await asyncio.to_thread(told, anna)
            heard = json.loads(await asyncio.wait_for(one.recv(), 5))
            try:
                await asyncio.wait_for(other.recv(), 0.5)
                quiet = False
            except TimeoutError:
                quiet = True
        async with connect(address) as stranger:
            try:
                await asyncio.wait_for(stranger.recv(), 5)
            except ConnectionClosed as closed:
                return heard, quiet, closed.rcvd.code if closed.rcvd else 0
        return heard, quiet, 0

    assert asyncio.run(look()) == ({**NOTHING, "unread": 1}, True, 4404)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_what_comes_within_three_seconds_is_told_at_once(site: str, anna: User) -> None:
    address, session = site.replace("http", "ws") + "/ws/me/", cookie(anna)

    async def listen() -> list[dict[str, object]]:
        heard = []
        async with connect(address, additional_headers={"Cookie": session}) as page:
            assert json.loads(await asyncio.wait_for(page.recv(), 5)) == NOTHING
            for key in ("one", "two", "three"):
                await asyncio.to_thread(told, anna, key)
                await asyncio.sleep(0.4)
            while True:
                try:
                    heard.append(json.loads(await asyncio.wait_for(page.recv(), 5)))
                except TimeoutError:
                    return heard

    assert asyncio.run(listen()) == [{**NOTHING, "unread": 3}]
