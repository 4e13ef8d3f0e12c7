"""News that bring the page: what each page is sent is what it would be answered if it asked."""

from __future__ import annotations

import json
import re
import zlib
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from boardgames.redis import hints
from games.live import watching
from games.models import Game, Seat
from games.moves import actions
from games.storage.position import Position
from tests.games.playing import answer, seat_of, to_kind
from tests.games.sockets import Follower
from tests.games.test_live import holder, lanterns_process, site, table  # noqa: F401
