"""A service that has been used for years: games really played, and copies of them by the million.

A copy is made by PostgreSQL itself, row by row from a game played before, so that states, deltas,
events and choices are true ones and no row travels. Games run side by side: a game's moves lie
as far apart in the table as they would after years of play. Of those that were over long ago they
are packed, as the service does it.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypedDict

from django.conf import settings
from django.db import connection, transaction
from django.db.models import DateTimeField, F, Model
from django.utils import timezone

from accounts.models import User
from games.live import chat
from games.lobby import open_games
from games.models import ChatMessage, Game, Move, PackedGame, Seat, Tenure
from games.moves import actions
from games.rules import registry
from games.rules.engine import Json, Rules, seed_hash
from games.storage import packing, position
from notifications.models import Notification

#: Of a hundred games so many are over, run, or wait for players.
FINISHED, RUNNING, OPEN = 94, 5, 1
GAMES_PER_USER = 20
#: One person has sat at so many, the others at a few dozen each.
VETERAN = 500
#: Games that run at the same time, whose moves therefore lie between each other's.
SIDE_BY_SIDE = 1000
SEATS = 8  # ids are handed out for so many seats a game


@dataclass(frozen=True)
class Crowd:
    """Ids of copied games and of their players; the first of these is the veteran."""

    games: range
    users: range


@dataclass(frozen=True)
class Samples:
    """Games really played, by what became of them."""

    finished: list[int]
    running: list[int]
    open: list[int]

    def mixed(self) -> list[int]:
        """All that are over, with running and open ones in the proportion of a service in use: a
        hundred, or several."""
        hundreds = -(-len(self.finished) // FINISHED)
        return [
            *_around(self.finished, FINISHED * hundreds),
            *_around(self.running, RUNNING * hundreds),
            *_around(self.open, OPEN * hundreds),
        ]


def _around(games: list[int], number: int) -> list[int]:
    return [games[index % len(games)] for index in range(number)]


def people(number: int, name: str = "bench") -> list[User]:
    return [User.objects.create_user(f"{name}{index}") for index in range(number)]


def start(
    slug: str, users: list[User], options: Json | None = None, seed: bytes | None = None
) -> int:
    """A running game of these people: its id. ``seed`` makes it one that comes out the same each
    time."""
    game_id = open_games.create(users[0].pk, slug, len(users), options=options or {}).game.pk
    if seed:
        Game.objects.filter(pk=game_id).update(seed=seed, seed_hash=seed_hash(seed))
    for user in users[1:]:
        open_games.join_game(game_id, user.pk)
    return game_id


def move(game_id: int, rng: random.Random) -> bool:
    """One random choice of the player asked; False when the game is over."""
    seat = Seat.objects.filter(game_id=game_id, to_move=True).first()
    if seat is None or seat.user_id is None:
        return False
    here = position.load(game_id, seat.user_id)
    decision = here.running().decision(seat.index)
    if decision is None:
        return False
    choice = decision.sample(rng.choice(decision.choices), rng)
    key = f"{rng.getrandbits(256):064x}"
    actions.choose(game_id, seat.user_id, choice, version=here.version, key=key)
    return True


def play_to_the_end(game_id: int, rng: random.Random) -> None:
    while move(game_id, rng):
        pass


def samples(seed: int = 1, finished: int = 1) -> Samples:
    """Plays some games of every type, so many to the end and others into the middle, through the
    service: the same each time."""
    rng, found = random.Random(seed), Samples([], [], [])
    sizes = [
        (rules, players)
        for rules in registry.all()
        for players in sorted({min(rules.players), max(rules.players)})
    ]
    most = max(players for _, players in sizes)
    users = people(most, "sample")
    for rules, players in sizes:
        _sample(rules, users[:players], found, rng)
    for number in range(1, finished):
        users = people(most, f"sample{number}x")
        for rules, players in sizes:
            found.finished.append(_finished(rules, users[:players], rng))
    return found


def variety(copies: int) -> int:
    """How many finished games of each kind so many copies want: so many that what compresses files
    finds few alike within its reach."""
    return min(24, 1 + copies // 5000)


def _finished(rules: Rules[Any], users: list[User], rng: random.Random) -> int:
    over = start(rules.slug, users, seed=rng.randbytes(32))
    for user in users:
        chat.post(over, user.pk, "Have fun!")
    play_to_the_end(over, rng)
    return over


def _sample(rules: Rules[Any], users: list[User], found: Samples, rng: random.Random) -> None:
    over = _finished(rules, users, rng)
    found.finished.append(over)
    length = Game.objects.get(pk=over).number
    for part in (1, 2):
        running = start(rules.slug, users, seed=rng.randbytes(32))
        for _ in range(length * part // 3):
            move(running, rng)
        # A page of a game in which something can be taken back asks for one row more.
        while _can_be_taken_back(running) and move(running, rng):
            pass
        found.running.append(running)
    found.open.append(open_games.create(users[0].pk, rules.slug, len(users)).game.pk)


def _can_be_taken_back(game_id: int) -> bool:
    return Game.objects.filter(pk=game_id, public_version__lt=F("version")).exists()


def multiply(samples: Samples, number: int) -> Crowd:
    """Copies samples into so many games with new players and times."""
    mixed = samples.mixed()
    with connection.cursor() as cursor:
        _hurry(cursor)
        _pack(cursor, samples.finished)
        users = _more_users(cursor, max(200, number // GAMES_PER_USER))
        cursor.execute("SELECT max(id) + 1 FROM games_game")
        (first,) = cursor.fetchone()
        crowd = Crowd(range(first, first + number), users)
        for block in range(0, number, SIDE_BY_SIDE):
            ids = crowd.games[block : block + SIDE_BY_SIDE]
            _choose_copies(cursor, crowd, ids, [mixed[37 * id_ % len(mixed)] for id_ in ids])
            _copy_block(cursor, users)
        with transaction.atomic():
            # The ticks of the service that runs beside count meanwhile, in another order.
            cursor.execute("SET LOCAL lock_timeout = 0")
            cursor.execute("LOCK TABLE games_progress IN EXCLUSIVE MODE")
            _count(cursor, crowd)
            _found_club(cursor, crowd)
        for model in (Game, Seat, Tenure):
            cursor.execute(
                f"SELECT setval(pg_get_serial_sequence('{_table(model)}', 'id'), max(id))"  # noqa: S608
                f" FROM {_table(model)}"
            )
        cursor.execute("RESET session_replication_role")
        cursor.execute("RESET synchronous_commit")
        cursor.execute("RESET statement_timeout")
    return crowd


def _count(cursor: Any, crowd: Crowd) -> None:
    """What the ticks would have counted of these games: ratings, results, habits. Those of a
    service that runs beside have counted some of them by then."""
    ids = [crowd.games[0], crowd.games[-1]]
    _count_ratings(cursor, ids)
    _count_results(cursor, ids)
    cursor.execute(
        "INSERT INTO games_habit (user_id, answers, pace, recent)"
        " SELECT id, '{3600}', interval '1 hour', '.'"
        " FROM accounts_user WHERE id BETWEEN %s AND %s ON CONFLICT DO NOTHING",
        [crowd.users[0], crowd.users[-1]],
    )
    cursor.execute(
        "INSERT INTO games_milestone (user_id, kind, type, game_id, at)"
        " SELECT DISTINCT ON (user_id, type) user_id, 'won', type, game_id, at"
        " FROM games_ratingchange WHERE place = 1 AND game_id BETWEEN %s AND %s"
        " ORDER BY user_id, type, at ON CONFLICT DO NOTHING",
        ids,
    )
    cursor.execute("DELETE FROM games_progress")
    cursor.execute(
        "INSERT INTO games_progress (name, row) SELECT each, max(id) FROM games_move,"
        " unnest(ARRAY['habits', 'streaks']) AS each GROUP BY each"
    )
    cursor.execute(
        "INSERT INTO games_progress (name, at, row)"
        " SELECT %s, now() - interval '1 year', count(*) FROM games_packedgame",
        [packing.PROGRESS],
    )
    cursor.execute(
        "INSERT INTO games_progress (name, at, row)"
        " SELECT each || '/' || type, max(finished_at), max(id) FROM games_game,"
        " unnest(ARRAY['results', 'ratings', 'milestones']) AS each WHERE finished_at IS NOT NULL"
        " GROUP BY each, type"
    )


def _count_ratings(cursor: Any, ids: list[int]) -> None:
    cursor.execute(
        "INSERT INTO games_ratingchange"
        " (game_id, user_id, type, at, season, place, mu, sigma, games, season_games)"
        " SELECT game.id, seat.user_id, game.type, game.finished_at, 20264, seat.rank,"
        "  25 + random() * 10, 2, 20, 10"
        " FROM games_game game JOIN games_seat seat ON seat.game_id = game.id"
        " WHERE game.status = 'finished' AND seat.user_id IS NOT NULL"
        " AND game.id BETWEEN %s AND %s ON CONFLICT DO NOTHING",
        ids,
    )
    for season in (0, 20264):
        cursor.execute(
            "INSERT INTO games_standing (type, season, user_id, mu, sigma, games, listed)"
            " SELECT type, %s, user_id, max(mu), 2, count(*), true"
            " FROM games_ratingchange WHERE game_id BETWEEN %s AND %s GROUP BY type, user_id"
            " ON CONFLICT DO NOTHING",
            [season, *ids],
        )


def _count_results(cursor: Any, ids: list[int]) -> None:
    cursor.execute(
        "INSERT INTO games_tally"
        " (type, user_id, players, kind, key, games, wins, places, points, share, moves, seconds)"
        " SELECT type, user_id, 2, kind, key, count(*), 1, 1, 1, 1, 1, 1"
        " FROM games_ratingchange,"
        "  (VALUES ('record', ''), ('seat', '0'), ('seat', '1'), ('place', '1')) AS each(kind, key)"
        " WHERE game_id BETWEEN %s AND %s GROUP BY type, user_id, kind, key ON CONFLICT DO NOTHING",
        ids,
    )
    cursor.execute(
        "INSERT INTO games_encounter (user_id, other_id, type, games, ahead, behind)"
        " SELECT one.user_id, two.user_id, one.type, count(*), 1, 1"
        " FROM games_ratingchange one JOIN games_ratingchange two"
        " ON two.game_id = one.game_id AND two.user_id <> one.user_id"
        " WHERE one.game_id BETWEEN %s AND %s GROUP BY one.user_id, two.user_id, one.type"
        " ON CONFLICT DO NOTHING",
        ids,
    )


def _found_club(cursor: Any, crowd: Crowd) -> None:
    """A club of all these people, who have each said something, with a twentieth of their games."""
    games, users = [crowd.games[0], crowd.games[-1]], [crowd.users[0], crowd.users[-1]]
    cursor.execute(
        "INSERT INTO community_club"
        " (name, entry, sign, about, rules, languages, size, founded_at)"
        " VALUES (%s, 'open', '', '', '', '{}', %s, now()) RETURNING id",
        [f"Crowd {crowd.games[0]}", len(crowd.users)],
    )
    (club,) = cursor.fetchone()
    cursor.execute(
        "INSERT INTO community_clubmember (club_id, user_id, role, since, read_to)"
        " SELECT %s, id, CASE id WHEN %s THEN 0 ELSE 2 END, now(), 0"
        " FROM accounts_user WHERE id BETWEEN %s AND %s",
        [club, users[0], *users],
    )
    cursor.execute(
        "INSERT INTO community_clubmessage (club_id, by_id, text, at)"
        " SELECT club_id, user_id, 'Hello', now() FROM community_clubmember WHERE club_id = %s",
        [club],
    )
    cursor.execute(
        "UPDATE games_game SET club_id = %s WHERE id BETWEEN %s AND %s AND id %% 20 = 0",
        [club, *games],
    )
    cursor.execute(
        "INSERT INTO games_clubtally (club_id, user_id, type, games, wins)"
        " SELECT game.club_id, one.user_id, one.type, count(*), 1 FROM games_ratingchange one"
        " JOIN games_game game ON game.id = one.game_id AND game.club_id = %s"
        " GROUP BY game.club_id, one.user_id, one.type",
        [club],
    )
    cursor.execute(
        "INSERT INTO games_clubencounter (club_id, user_id, other_id, type, games, ahead, behind)"
        " SELECT game.club_id, one.user_id, two.user_id, one.type, count(*), 1, 1"
        " FROM games_ratingchange one"
        " JOIN games_game game ON game.id = one.game_id AND game.club_id = %s"
        " JOIN games_ratingchange two"
        " ON two.game_id = one.game_id AND two.user_id <> one.user_id"
        " GROUP BY game.club_id, one.user_id, two.user_id, one.type",
        [club],
    )


def tidy() -> None:
    """What PostgreSQL does by itself in time: statistics, and which pages are all visible."""
    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = 0")
        cursor.execute("VACUUM ANALYZE")
        cursor.execute("RESET statement_timeout")


def _hurry(cursor: Any) -> None:
    """Nobody else writes and all references are right by construction: nothing is checked twice.
    What is left to chance comes out the same each time."""
    cursor.execute("SELECT setseed(0.5)")
    cursor.execute("SET statement_timeout = 0")
    cursor.execute("SET synchronous_commit = off")
    cursor.execute("SET session_replication_role = replica")
    cursor.execute(
        "CREATE TEMPORARY TABLE IF NOT EXISTS copies"
        " (id bigint, sample bigint, player bigint, shift interval, packed boolean)"
    )
    cursor.execute(
        "CREATE TEMPORARY TABLE IF NOT EXISTS packed_samples"
        f" (LIKE {_table(PackedGame)} INCLUDING STORAGE)"
    )


def _pack(cursor: Any, samples: list[int]) -> None:
    """Keeps beside the samples that are over what packing makes of them."""
    cursor.execute("TRUNCATE packed_samples")
    over = Game.objects.filter(pk__in=samples, status=Game.Status.FINISHED)
    over.update(published_version=F("version"))
    for game in over:
        packing.pack(game.pk, timezone.now(), 2**63 - 1)
        cursor.execute(
            f"INSERT INTO packed_samples SELECT * FROM {_table(PackedGame)} WHERE game_id = %s",  # noqa: S608
            [game.pk],
        )
        with transaction.atomic():
            game.refresh_from_db()
            packing.take_out(game)


def _more_users(cursor: Any, number: int) -> range:
    cursor.execute("SELECT max(id) + 1 FROM accounts_user")
    (first,) = cursor.fetchone()
    users = range(first, first + number)
    replaced = {"id": "made.id", "username": "'player' || made.id", "email": "''"}
    names, values = _columns(User, replaced, shift="'0'::interval")
    cursor.execute(
        f"INSERT INTO {_table(User)} ({names}) SELECT {values}"  # noqa: S608
        f" FROM {_table(User)} t, generate_series(%s, %s) AS made(id)"
        " WHERE t.username = 'sample0'",
        [users[0], users[-1]],
    )
    cursor.execute("SELECT setval(pg_get_serial_sequence('accounts_user', 'id'), %s)", [users[-1]])
    return users


def _choose_copies(cursor: Any, crowd: Crowd, ids: range, picks: list[int]) -> None:
    """Notes for each new game its sample, its first player (the veteran in as many of a big crowd
    as of a small one; of the others the first in more than the last) and by how long it is later
    than the sample: of a hundred that are over some ended within a month."""
    every = max(1, len(crowd.games) // VETERAN)
    cursor.execute("TRUNCATE copies")
    cursor.execute(
        "INSERT INTO copies SELECT made.id, made.sample,"
        "  CASE WHEN made.id %% %s = 0 THEN 0 ELSE 1 + floor(%s * random() ^ 2) END,"
        "  CASE WHEN game.status = 'finished' THEN -made.id * 0.618034 %% 1 * interval '1000 days'"
        "  ELSE -random() * interval '1 day' END, false"
        " FROM unnest(%s::bigint[], %s::bigint[]) AS made(id, sample)"
        " JOIN games_game game ON game.id = made.sample",
        [every, len(crowd.users) - 1, list(ids), picks],
    )
    cursor.execute(
        "UPDATE copies SET packed = game.finished_at + shift < now() - %s * interval '1 day'"
        " FROM games_game game WHERE game.id = copies.sample AND game.status = 'finished'",
        [settings.PACK_GAMES_AFTER],
    )


def _copy_block(cursor: Any, users: range) -> None:
    def person(index: str) -> str:
        """Somebody else for each seat of a game."""
        return f"{users[0]} + (copies.player + 7919 * ({index})) % {len(users)}"

    seat = "(SELECT seat.index FROM games_seat seat WHERE seat.game_id = copies.sample AND {})"
    by_user = person(seat.format("seat.user_id = t.user_id"))
    numbered = f"copies.id * {SEATS} + "
    game = {
        "id": "copies.id",
        "created_by_id": person("0"),
        "published_version": "t.version",
        "packed": "copies.packed",
    }
    _copy(cursor, Game, game, own="id")
    _copy(
        cursor,
        Seat,
        {
            "id": f"{numbered}t.index",
            "game_id": "copies.id",
            "user_id": f"CASE WHEN t.user_id IS NOT NULL THEN {person('t.index')} END",
            "tenure_id": f"CASE WHEN t.tenure_id IS NOT NULL THEN {numbered}t.index END",
        },
    )
    by_seat = numbered + seat.format("seat.id = t.seat_id")
    _copy(
        cursor,
        Tenure,
        {"id": by_seat, "seat_id": by_seat, "user_id": by_user},
        games="JOIN games_seat s ON s.id = t.seat_id AND s.game_id = copies.sample",
    )
    _copy(
        cursor,
        Move,
        {
            "game_id": "copies.id",
            "user_id": f"CASE WHEN t.user_id IS NOT NULL THEN {by_user} END",
            "tenure_id": f"CASE WHEN t.tenure_id IS NOT NULL THEN {numbered}t.seat END",
        },
        games="AND NOT copies.packed",
        order="t.version, copies.id",
    )
    # Inside they keep the numbers of the sample's people and moves.
    cursor.execute(
        f"INSERT INTO {_table(PackedGame)} (game_id, format, moves, packed)"  # noqa: S608
        " SELECT copies.id, t.format, t.moves, t.packed FROM copies"
        " JOIN packed_samples t ON t.game_id = copies.sample WHERE copies.packed"
        " ORDER BY copies.id"
    )
    _copy_told(cursor, by_user)


def _copy_told(cursor: Any, by_user: str) -> None:
    """What people said and were told."""
    then = "t.due_at + copies.shift"
    _copy(cursor, ChatMessage, {"game_id": "copies.id", "user_id": by_user}, order="t.id")
    _copy(
        cursor,
        Notification,
        {
            "key": "t.key || '/' || copies.id",
            "game_id": "copies.id",
            "user_id": by_user,
            "state": "'planned'",
            "done_at": then,
            "read_at": f"CASE WHEN copies.shift < interval '-1 day' THEN {then} END",
        },
        games="AND copies.shift > interval '-60 days'",  # older ones have been forgotten
        order="t.id",
    )


def _copy(
    cursor: Any,
    model: type[Model],
    replaced: dict[str, str],
    *,
    own: str = "game_id",
    games: str = "",
    order: str = "copies.id",
) -> None:
    names, values = _columns(model, replaced, shift="copies.shift")
    on = "true" if model is Tenure else f"t.{own} = copies.sample"
    cursor.execute(
        f"INSERT INTO {_table(model)} ({names}) SELECT {values}"  # noqa: S608
        f" FROM copies JOIN {_table(model)} t ON {on} {games} ORDER BY {order}"
    )


def _columns(model: type[Model], replaced: dict[str, str], shift: str) -> tuple[str, str]:
    """Every column of a table but an id that it gives itself, and what a copy has there."""
    fields = [
        field
        for field in model._meta.concrete_fields
        if not field.primary_key or field.column in replaced
    ]

    def value(field: Any) -> str:
        if field.column in replaced:
            return replaced[field.column]
        moved = isinstance(field, DateTimeField)
        return f't."{field.column}" + {shift}' if moved else f't."{field.column}"'

    return (
        ", ".join(f'"{field.column}"' for field in fields),
        ", ".join(value(field) for field in fields),
    )


def _table(model: type[Model]) -> str:
    return model._meta.db_table


class Size(TypedDict):
    table: str
    rows: int
    table_bytes: int
    index_bytes: int


def sizes(models: Iterable[type[Model]]) -> Iterator[Size]:
    """Rows and bytes of tables and of their indexes."""
    with connection.cursor() as cursor:
        for model in models:
            name = _table(model)
            cursor.execute(
                f"SELECT count(*), pg_table_size('{name}'), pg_indexes_size('{name}') FROM {name}"  # noqa: S608
            )
            rows, table, indexes = cursor.fetchone()
            yield {"table": name, "rows": rows, "table_bytes": table, "index_bytes": indexes}
