"""The API's description names what the answers are made of, and nothing else."""

from typing import is_typeddict

import pytest

from games.api import catalogue, challenges, schemas, series, tournaments
from games.clocks import kinds
from games.live import chat, presence
from games.showing import data

NAMED = {name: form for name, form in vars(data).items() if is_typeddict(form)}
FORMS = [(form, getattr(schemas, name)) for name, form in NAMED.items() if hasattr(schemas, name)]
OTHERS = [
    (catalogue.Option, schemas.Option),
    (catalogue.GameType, schemas.GameType),
    (chat.Message, schemas.ChatMessage),
    (tournaments.TournamentStanding, schemas.TournamentStanding),
    (tournaments.TournamentGame, schemas.TournamentGame),
    (tournaments.TournamentSummary, schemas.TournamentSummary),
    (tournaments.WholeTournament, schemas.Tournament),
    (series.SeriesSummary, schemas.SeriesSummary),
    (series.Edition, schemas.Edition),
    (series.WholeSeries, schemas.Series),
    (challenges.OneChallenge, schemas.OneChallenge),
]


@pytest.mark.parametrize(("form", "schema"), FORMS + OTHERS, ids=lambda each: each.__name__)
def test_an_answer_has_the_fields_of_its_schema(form: type, schema: type[schemas.Strict]) -> None:
    assert form.__required_keys__ == set(schema.model_fields)  # type: ignore[attr-defined]


def test_an_entry_of_the_log_has_the_fields_of_its_schema() -> None:
    assert set(data.LogEntry.__struct_fields__) == set(schemas.LogEntry.model_fields)


def test_each_form_has_a_schema() -> None:
    assert {name for name in NAMED if not hasattr(schemas, name)} == {"PublicGame"}  # part of Game


def test_who_is_present_is_told_with_the_type_of_the_message() -> None:
    keys = presence.Present.__required_keys__ | {"type"}
    assert keys == set(schemas.PresenceNews.model_fields)


def test_a_clock_has_the_numbers_of_all_kinds() -> None:
    fields = {name for kind in kinds.KINDS.values() for name in kind.__struct_fields__}
    assert set(schemas.Clock.model_fields) == fields | {"kind"}
