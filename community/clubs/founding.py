"""Founding a club, changing its description, closing it."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.dispatch import Signal
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.moderation import sanctions
from boardgames.refusal import Refusal
from community import faces
from community.clubs.locks import locked
from community.clubs.rights import Role, check_owns, check_runs
from community.models import Candidate, Club, ClubMember

#: Clubs that a person may be in, and may own. Those closed on the day of their founding count, as
#: each may invite people.
MOST_CLUBS, MOST_OWNED = 20, 3
SHORTEST, LONGEST, LONGEST_ABOUT, LONGEST_RULES = 3, 40, 500, 1000
#: Sent in the transaction that closes a club (``club_id``, ``now``).
closed = Signal()


@dataclass(frozen=True)
class Words:
    """A club's name and description."""

    name: str
    entry: str = Club.Entry.REQUEST
    sign: str = ""
    about: str = ""
    rules: str = ""
    languages: tuple[str, ...] = ()


def found(user_id: int, words: Words) -> Club:
    """Create a club owned by this person. Raises Refusal for guests, people who are muted, people
    who own the most clubs already, and words that are not allowed."""
    checked = _checked(words, user_id)
    with transaction.atomic(durable=True):
        user = check_room(user_id)
        lately = Q(club__founded_at__gt=timezone.now() - timedelta(days=1))
        owned = ClubMember.objects.filter(
            Q(club__closed_at=None) | lately, user=user_id, role=Role.OWNER
        )
        if owned.count() >= MOST_OWNED:
            raise Refusal(
                _(
                    "You own %(most)d clubs, including those that you closed today. That is "
                    "the maximum."
                )
                % {"most": MOST_OWNED}
            )
        club = Club(size=1, **checked)
        _save(club)
        ClubMember.objects.create(club=club, user=user, role=Role.OWNER)
    return club


def change_club(club_id: int, user_id: int, words: Words) -> Club:
    """Change the club's description. Only the owner may change who can join."""
    with locked(club_id, user_id) as club:
        member = check_runs(club_id, user_id)
        checked = _checked(words, user_id, club)
        if checked["entry"] != club.entry and member.role != Role.OWNER:
            raise Refusal(_("The owner decides who can join."))
        for name, value in checked.items():
            setattr(club, name, value)
        _save(club)
    return club


def close_club(club_id: int, user_id: int) -> None:
    """Close the club: nobody can join or write any more.

    Its games go on, and its members can still read it.
    """
    with locked(club_id, user_id) as club:
        check_owns(club_id, user_id)
        shut(club, timezone.now())


def shut(club: Club, now: datetime) -> None:
    """Close it in the caller's transaction."""
    club.closed_at = now
    club.save(update_fields=["closed_at"])
    Candidate.objects.filter(club=club).delete()
    closed.send(Club, club_id=club.pk, now=now)


def check_room(user_id: int) -> User:
    """The user, if they may be in one more club; otherwise raises Refusal.

    Until the transaction ends nobody else can let this person into a club, so simultaneous requests
    cannot exceed the limit.
    """
    user = User.objects.select_for_update(no_key=True).get(pk=user_id)
    if user.is_guest:
        raise Refusal(_("Clubs are for members of the site. Make your account permanent first."))
    if not user.is_active or user.is_bot:
        raise Refusal(_("%(name)s cannot join now.") % {"name": user.username})
    mine = ClubMember.objects.filter(user=user_id, club__closed_at=None)
    if mine.count() >= MOST_CLUBS:
        raise Refusal(
            _("%(name)s is in %(most)d clubs. That is the maximum.")
            % {"name": user.username, "most": MOST_CLUBS}
        )
    return user


def words_of(club: Club) -> str:
    """Everything that the club says about itself, as a report quotes it."""
    return "\n\n".join(filter(None, [club.name, club.about, club.rules]))


def clear_words(club: Club) -> None:
    """Remove all texts of the club, for a moderator; it gets another name."""
    name = _("Club %(number)d") % {"number": club.pk}
    while Club.objects.filter(name__iexact=name, closed_at=None).exclude(pk=club.pk).exists():
        name += "*"  # this name is taken
    club.name, club.about, club.rules = name, "", ""
    club.save(update_fields=["name", "about", "rules"])


def _checked(words: Words, user_id: int, before: Club | None = None) -> dict[str, object]:
    """The fields in the form in which they are stored."""
    name = plain(words.name)
    if not SHORTEST <= len(name) <= LONGEST:
        raise Refusal(
            _("A club's name must have %(few)d to %(most)d characters.")
            % {"few": SHORTEST, "most": LONGEST}
        )
    about, rules = lines(words.about), lines(words.rules)
    for text, most in ((about, LONGEST_ABOUT), (rules, LONGEST_RULES)):
        if len(text) > most:
            raise Refusal(_("At most %(most)d characters, please.") % {"most": most})
    if words.entry not in Club.Entry.values:
        raise Refusal(_("Choose who can join."))
    if words.sign and faces.read_face(words.sign) is None:
        raise Refusal(_("Choose one of each: a piece, a colour, a pattern, and a background."))
    written = (name, about, rules)
    same = before is not None and written == (before.name, before.about, before.rules)
    if not same and (why := sanctions.why_muted(user_id)):
        raise Refusal(why)
    return {
        "name": name,
        "entry": words.entry,
        "sign": words.sign,
        "about": about,
        "rules": rules,
        "languages": _languages(words.languages),
    }


def _languages(chosen: Iterable[str]) -> list[str]:
    wanted = set(chosen)
    return [code for code, _name in settings.LANGUAGES if code in wanted]


def plain(text: str) -> str:
    """One line without characters that are invisible or reverse the text after them."""
    seen = "".join(one if unicodedata.category(one)[0] != "C" else " " for one in text)
    return " ".join(seen.split())


def lines(text: str) -> str:
    """The lines that have any text, each cleaned."""
    return "\n".join(filter(None, map(plain, text.splitlines())))


def _save(club: Club) -> None:
    try:
        with transaction.atomic():
            club.save()
    except IntegrityError:
        raise Refusal(_("Another club already has this name. Please choose another one.")) from None
