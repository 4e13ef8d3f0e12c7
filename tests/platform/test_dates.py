"""Days and moments in words."""

from datetime import UTC, date, datetime

import pytest
from django.utils import timezone, translation

from boardgames.words import dates

NOON = datetime(2027, 3, 1, 12, 0, 59, tzinfo=UTC)


def test_in_the_language_and_the_time_zone_that_are_active() -> None:
    with timezone.override("UTC"), translation.override("en"):
        assert dates.format_date(NOON, "DATETIME_FORMAT") == "March 1, 2027, 12:00"
        with timezone.override("Asia/Tokyo"):
            assert dates.format_date(NOON, "DATETIME_FORMAT") == "March 1, 2027, 21:00"
        with translation.override("de"):
            assert dates.format_date(NOON, "DATETIME_FORMAT") == "1. März 2027 12:00"
        assert dates.format_date(NOON, "TIME_FORMAT") == "12:00"


def test_a_day_is_the_same_everywhere() -> None:
    with translation.override("en"):
        for zone in ("UTC", "Asia/Tokyo", "America/Los_Angeles"):
            with timezone.override(zone):
                assert dates.format_date(date(2027, 3, 1)) == "March 1, 2027"


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("form", ["DATETIME_FORMAT", "SHORT_DATETIME_FORMAT", "TIME_FORMAT"])
def test_a_time_may_end_a_sentence(language: str, form: str) -> None:
    """ "Until 9 p.m.." had two full stops."""
    for hour in range(24):
        with timezone.override("UTC"), translation.override(language):
            assert not dates.format_date(NOON.replace(hour=hour), form).endswith(".")
