"""The game types that a person cannot see because of their stages; this rule exists only here.

Testers and maintainers always see their types, a bot's account sees what its owner sees, and guests
and strangers see published types.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from accounts.models import User
from boardgames.database.arrays import array
from boardgames.database.rows import query
from boardgames.database.wire import Value
from community.models import ClubMember
from games.models import Package
from games.models.packages import Stage

_PACKAGE, _USER = Package._meta.db_table, User._meta.db_table


def _tested(who: str) -> str:
    """The types that a person tests, as SQL; ``who`` is the person's number in SQL."""
    testers, maintainers, clubs = (
        each.through._meta.db_table
        for each in (Package.testers, Package.maintainers, Package.clubs)
    )
    person = _person(who)
    return (
        f"SELECT package_id FROM {testers} WHERE user_id = {person}"
        f" UNION ALL SELECT package_id FROM {maintainers} WHERE user_id = {person}"
        f" UNION ALL SELECT package_id FROM {clubs} testing"
        f" JOIN {ClubMember._meta.db_table} member ON member.club_id = testing.club_id"
        f" WHERE member.user_id = {person}"
    )


def _person(who: str) -> str:
    return f"(SELECT COALESCE(owner_id, id) FROM {_USER} WHERE id = {who} AND NOT is_guest)"


def _absent(who: str) -> str:
    return (
        f"SELECT type FROM {_PACKAGE} WHERE stage = '{Stage.ALPHA}'"
        f" AND type NOT IN ({_tested(who)})"
    )


def _unlisted(who: str) -> str:
    wants = f"SELECT wants_betas FROM {_USER} WHERE id = {_person(who)}"
    return (
        f"SELECT type FROM {_PACKAGE} WHERE (stage = '{Stage.ALPHA}'"
        f" OR stage = '{Stage.BETA}' AND NOT COALESCE(({wants}), FALSE))"
        f" AND type NOT IN ({_tested(who)})"
    )


class Types(NamedTuple):
    """A statement that selects slugs, and how many times it needs the person's number."""

    sql: str
    times: int

    def of(self, user_id: int | None) -> tuple[Value, ...]:
        """The values for this person; no user has the number 0."""
        return (user_id or 0,) * self.times


#: Alphas that the person does not test: no game of them is visible, except those they play.
ABSENT = Types(_absent("%s"), 3)
#: The same, and betas for people who do not want any: no list and no form shows them.
UNLISTED = Types(_unlisted("%s"), 4)
_WITHOUT = (
    f"SELECT id FROM {_USER} someone WHERE id = ANY(%s) AND %s IN ({_unlisted('someone.id')})"
)


def unlisted(user_id: int | None) -> frozenset[str]:
    """The game types that are not on offer to this person."""
    return frozenset(slug for (slug,) in query(UNLISTED.sql, UNLISTED.of(user_id)))


def without(slug: str, user_ids: Iterable[int]) -> set[int]:
    """The people among these who cannot see this type."""
    return {number for (number,) in query(_WITHOUT, [array(user_ids), slug])}
