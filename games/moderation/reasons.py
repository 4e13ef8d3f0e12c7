"""Prepared reasons for decisions, which administrators write in both languages in the admin."""

from __future__ import annotations

from typing import Any

from django.conf import settings

from accounts.models import User
from games.models import Case, ReadyReason
from games.models import ReportReason as Reason

#: The reasons for reporting each subject, on which a decision may rest.
REASONS: dict[str, tuple[Reason, ...]] = {
    Case.About.MESSAGE: (
        *(Reason.THREAT, Reason.INSULT, Reason.SPAM),
        *(Reason.CHEATING, Reason.OTHER),
    ),
    Case.About.NAME: (Reason.NAME,),
    Case.About.PERSON: (
        *(Reason.NAME, Reason.THREAT, Reason.INSULT, Reason.SPAM),
        *(Reason.STALLING, Reason.CHEATING, Reason.OTHER),
    ),
    Case.About.GAME: (
        *(Reason.NAME, Reason.STALLING, Reason.CHEATING),
        *(Reason.BROKEN, Reason.OTHER),
    ),
    Case.About.APPEAL: (),
}


def offered(case: Case) -> list[ReadyReason]:
    """The prepared reasons that fit the case."""
    return list(ReadyReason.objects.filter(reason__in=REASONS[case.about]))


def reported(case: Case) -> ReadyReason | None:
    """The prepared reason that all reports name; None if they disagree or there is none.

    Then a moderator chooses.
    """
    said = reasons_of(case)
    return next((each for each in offered(case) if {each.reason} == said), None)


def reasons_of(case: Case) -> set[str]:
    """The reasons that the reports of a case name."""
    return {report.reason for report in case.reports.all()} if case.pk else set()


def word_reason(user: User, ready: ReadyReason | None, words: str) -> str:
    """The reason in this person's language: the prepared one, then the moderator's own words."""
    language = user.language or settings.LANGUAGE_CODE
    return ". ".join(filter(None, [ready.said(language) if ready else "", words.strip()]))


#: The reasons of a new site, in the order of the list.
FIRST = (
    (Reason.INSULT, "Insults a player", "Beleidigt andere"),
    (Reason.THREAT, "Threat or hate", "Drohung oder Hetze"),
    (Reason.OTHER, "Disturbs the game", "Stört das Spiel"),
    (Reason.SPAM, "Advertising", "Werbung"),
    (Reason.NAME, "The name hurts or offends", "Der Name verletzt oder beleidigt"),
    (Reason.STALLING, "Stalls games, or leaves them", "Verschleppt Partien oder verlässt sie"),
    (
        Reason.CHEATING,
        "Cheats, or plays with several accounts",
        "Schummelt oder spielt mit mehreren Konten",
    ),
)


def install(apps: Any = None, _editor: Any = None) -> None:
    """Create those, if there are none; a migration calls it."""
    model = apps.get_model("games", "ReadyReason") if apps else ReadyReason
    if not model.objects.exists():
        model.objects.bulk_create(
            model(place=place, reason=str(reason), english=english, german=german)
            for place, (reason, english, german) in enumerate(FIRST, 1)
        )
