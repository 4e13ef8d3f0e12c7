"""The WebSocket of every page, on a running site."""

import asyncio
import json

import pytest
from django.conf import settings
from django.test import Client
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from accounts.models import User
from notifications import bell


@pytest.mark.django_db(transaction=True)
def test_the_socket_says_that_there_is_news_and_to_nobody_else(
    site: str, anna: User, ben: User
) -> None:
    def cookie(user: User) -> str:
        client = Client()
        client.force_login(user)
        return f"{settings.SESSION_COOKIE_NAME}={client.cookies['sessionid'].value}"

    address = site.replace("http", "ws") + "/ws/me/"
    annas, bens = cookie(anna), cookie(ben)

    async def look() -> tuple[dict[str, str], bool, int]:
        async with (
            connect(address, additional_headers={"Cookie": annas}) as one,
            connect(address, additional_headers={"Cookie": bens}) as other,
        ):
            await asyncio.sleep(1)
            await asyncio.to_thread(bell.ring, [anna.pk])
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

    assert asyncio.run(look()) == ({"type": "me"}, True, 4404)
