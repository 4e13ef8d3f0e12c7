"""The form for a choice with amounts.

Its ``choice`` has an empty object in the place of each amounts part; the amount of each good is a
field of its own, ``amount-1-salt`` for the salt of the second part.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, TypedDict

from django.utils.translation import gettext as _

from games.pages.choices import AMOUNT, encoded, sent
from games.pages.table.view.choosing import Choosing
from games.rules.engine import Amounts, Choice, IllegalChoice, Rules
from games.words import texts

#: If there are at most this many answers, each has a button.
FEW = 6
#: Of so many answers at most the form knows the least and the most of each good.
MANY = 500


class Good(TypedDict):
    name: str
    good: str
    label: str
    least: int
    most: int
    given: int
    worth: int


class Purse(TypedDict):
    """The goods of one amounts part, and in words what must be given of them.

    ``settled`` are the goods of which every answer gives as much. ``data`` is JSON for the script,
    which says what is missing; ``is_plain``: it says so of everything in ``rules``, which then need
    not be read first.
    """

    goods: list[Good]
    settled: list[Good]
    rules: list[str]
    is_plain: bool
    data: str


class Preset(TypedDict):
    label: str
    then: str
    value: str


class AmountsForm(TypedDict):
    """``said``: the effect of the amounts that the form starts with.

    A script asks ``asks`` for the effect of other amounts (empty: nowhere).
    """

    choice: str
    said: str
    asks: str
    purses: list[Purse]
    presets: list[Preset]


def amounts_form(choosing: Choosing, choice: Choice, asks: str) -> AmountsForm:
    """The form for a choice with amounts; it starts with the example, the first preset."""
    example = choosing.decision.example(choice)
    return {
        "choice": encoded([{} if isinstance(part, Amounts) else part for part in choice]),
        "said": _whole(choosing, example),
        "asks": asks,
        "purses": [
            _purse(choosing.rules, index, part, example[index])
            for index, part in enumerate(choice)
            if isinstance(part, Amounts)
        ],
        "presets": [
            {
                "label": choosing.label(whole),
                "then": choosing.then(whole),
                "value": encoded(whole),
            }
            for whole in _presets(choice, example)
        ],
    }


def _presets(choice: Choice, example: Choice) -> list[Choice]:
    places = [index for index, part in enumerate(choice) if isinstance(part, Amounts)]
    at = places[0]
    if len(places) == 1 and choice[at].over:
        return []  # how much beyond what is asked: steps, from the least on
    if len(places) > 1 or choice[at].count > FEW:
        return [example]
    wholes = [(*choice[:at], given, *choice[at + 1 :]) for given in choice[at].expand(FEW)]
    return [example, *(whole for whole in wholes if whole != example)]


def _purse(rules: Rules[Any], index: int, amounts: Amounts, example: Mapping[str, int]) -> Purse:
    limits = _limits(amounts)
    goods: list[Good] = [
        {
            "name": f"{AMOUNT}{index}-{good}",
            "good": good,
            "label": texts.own(rules, good),
            "least": least,
            "most": most,
            "given": example.get(good, 0),
            "worth": amounts.worth.get(good, 1),
        }
        for good, (least, most) in limits.items()
    ]
    return {
        "goods": [good for good in goods if good["least"] < good["most"]],
        "settled": [good for good in goods if good["least"] == good["most"]],
        "rules": list(wanted(rules, amounts)),
        "is_plain": not amounts.together and (amounts.over or _is_exact(amounts)),
        "data": json.dumps(_missing(rules, amounts), ensure_ascii=False),
    }


def _limits(amounts: Amounts) -> dict[str, tuple[int, int]]:
    """The least and the most of each good in steps.

    Beyond what is asked they are those of all answers, unless these are too many; else anything may
    be tried, and the script says what is missing or too much.
    """
    if not amounts.over or amounts.count > MANY:
        return {good: (0, most) for good, most in amounts.of.items()}
    answers = amounts.expand(MANY)
    numbers = {good: [answer.get(good, 0) for answer in answers] for good in amounts.of}
    return {good: (min(given), max(given)) for good, given in numbers.items()}


def _least(amounts: Amounts) -> list[Mapping[str, int]]:
    listed = [amounts.least] if isinstance(amounts.least, Mapping) else amounts.least
    return [least for least in listed if least]


def _missing(rules: Rules[Any], amounts: Amounts) -> dict[str, object]:
    least = _least(amounts)
    return {
        "total": amounts.total or 0,
        "most": amounts.total if _is_exact(amounts) else amounts.up_to,
        "least": least,
        "counts": amounts.counts,
        "labels": {good: texts.own(rules, good) for wanted in least for good in wanted},
    }


def _is_exact(amounts: Amounts) -> bool:
    """Whether everything given is worth exactly the total, whatever is chosen."""
    if amounts.up_to is not None or amounts.over:
        return bool(amounts.total) and amounts.total == amounts.up_to
    needed = [sum(least.values()) for least in _least(amounts)]
    plain = len(needed) < 2 and all(worth == 1 for worth in amounts.worth.values())
    return bool(amounts.total) and plain and sum(needed) <= (amounts.total or 0)


def wanted(rules: Rules[Any], amounts: Amounts) -> Iterator[str]:
    """What must be given, in words."""
    called = partial(texts.own, rules)
    total, up_to = amounts.total, amounts.up_to
    exact = _is_exact(amounts)
    if exact:
        yield _("%(n)d in all") % {"n": total}
    elif total:
        yield _("at least %(n)d in all") % {"n": total}
    if up_to is not None and up_to != total:
        yield _("at most %(n)d in all") % {"n": up_to}
    for least in _least(amounts):
        lists = ", ".join(f"{n} {called(good)}" for good, n in least.items())
        yield _("at least %(goods)s") % {"goods": lists}
    for good, n in amounts.worth.items():
        yield _("%(good)s: each counts for %(n)d") % {"good": called(good), "n": n}
    for good, others in amounts.counts.items():
        names = ", ".join(map(called, others))
        yield _("%(good)s may stand in for %(goods)s") % {"good": called(good), "goods": names}
    for goods, most in amounts.together:
        names = ", ".join(map(called, goods))
        yield _("at most %(n)d of %(goods)s together") % {"n": most, "goods": names}
    if up_to is None and not amounts.over and not exact:
        yield _("nothing that you could leave out")


def describe_choice(choosing: Choosing, form: Mapping[str, str]) -> str:
    """The effect of the choice in a form, in words; empty while it is not legal."""
    try:
        return _whole(choosing, choosing.decision.find(sent(form)))
    except IllegalChoice:
        return ""


def _whole(choosing: Choosing, choice: Choice) -> str:
    return ". ".join(filter(None, (choosing.label(choice), choosing.then(choice))))
