"""Questions and choices in words."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine import Choice, Json, Kept, Part, Text, _, ngettext
from ..gods import CARD, DECK, NONE, TILE
from ..phase_a import GODS_OF
from ..reconstructed import GROUND, JEWELS, PEOPLE
from ..state import rules
from ..tables import MAN, OFFERING
from . import names, needs


def prompt(kind: str, args: Sequence[Kept], view: Json, seat: int) -> Text:
    """The question a decision asks."""
    match kind, *args:
        case "exchange", pips:
            return Text(
                *ngettext(
                    "What does your helper give? {n} pip left",
                    "What does your helper give? {n} pips left",
                ),
                n=pips,
            )
        case "expand", _routes, value:
            return Text(_("Where do you build the hut? Paths up to {value}"), value=value)
        case "take_person", _sexes, value:
            return Text(_("Which person joins your tribe? Spaces up to {value}"), value=value)
        case "build", value:
            tile = max(tile for tile in view["seats"][seat]["tiles"] if tile <= value)
            return Text(_("Which two fields do you build tile {tile} on?"), tile=tile)
        case "place_material", str(material):
            return Text(_("Where does the {material} go?"), material=Text(names.GOODS[material]))
        case "take_material", int(number) if number > 1:
            return Text(_("Take a material, {n} in all"), n=number)
        case "take_god", int(number) if number > 1:
            return Text(_("Take a god card, {n} in all"), n=number)
        case "pay_for_god", str(god), _then:
            return Text(_("How do you pay for it? {god}"), god=Text(names.GODS[god]))
    return Text(rules.kinds[kind].prompt)


def label(kind: str, args: Sequence[Kept], parts: Choice, view: Json) -> Text:
    """Words for a choice, or for the last part of the beginning of one."""
    match kind, *parts:
        case "place_die", *_rest:
            return _placing(parts, view)
        case (("first_hut" | "expand" | "take_person" | "place_priest" | "build"), *_rest):
            return _space(kind, parts, view)
        case "fire_bonus", gift:
            return _gift(gift)
        case "fire_bonus", gift, step:
            message = _("{gift} and a status step") if step == "status" else _("{gift} and a shell")
            return Text(message, gift=_gift(gift))
        case (("place_material" | "take_material"), spot):
            return _spot(spot)
        case "take_god", source:
            return _source(source)
        case "pay_for_god", way:
            return _way(way, str(args[0]))
        case "exchange", *_rest:
            return _exchange(args, parts)
        case "use_people", *_rest:
            return _use(parts, view)
        case "buy_jewel", which:
            return jewel(which)
        case (("settle_task" | "settle_last_task"), *_rest):
            return _settlement(parts)
        case "take_task", task:
            return needs.task(str(task))
    raise ValueError((kind, parts))


def _placing(parts: Choice, view: Json) -> Text:
    """Name a die on an action card, with the gods played for it; "without a god" is shown only if a
    god would do more."""
    match parts:
        case (die,):
            return Text(_("Die {die}"), die=die)
        case die, card:
            return Text(_("{die} on {card}"), die=die, card=Text(names.CARDS[str(card)]))
        case die, card, "plain" if _takes(view, card, die) == ["plain"]:
            return Text(_("{die} on {card}"), die=die, card=Text(names.CARDS[str(card)]))
        case die, card, gods:
            return Text(
                _("{die} on {card}, {gods}"),
                die=die,
                card=Text(names.CARDS[str(card)]),
                gods=Text(names.PLACING[str(gods)]),
            )
    *before, way = parts
    god = GODS_OF[str(parts[2])][len(before) - 3]
    return Text(_("{placing}: {way}"), placing=_placing(tuple(before), view), way=_way(way, god))


def _takes(view: Json, card: Part, die: Part) -> list[str]:
    """Return the gods with which a card takes this die of the viewer."""
    taken: list[str] = (view["openings"] or {}).get(card, {}).get(str(die), ["plain"])
    return taken


def _space(kind: str, parts: Choice, view: Json) -> Text:
    """Where a hut, a priest or a tile comes to stand, or a person is taken from."""
    match kind, *parts:
        case (("first_hut" | "expand"), region):
            return names.place(str(region))
        case "expand", region, "none":
            return Text(_("{region}: no god for the fish"), region=names.place(str(region)))
        case "expand", region, way:
            return Text(
                _("{region} – fish: {way}"), region=names.place(str(region)), way=_way(way, "red")
            )
        case "take_person", sex:
            return Text(names.MANY[str(sex)])
        case "take_person", sex, space:
            tile = view["people"][sex][int(space) - 1]
            return Text(_("{person}, space {space}"), person=names.person(tile["id"]), space=space)
        case "place_priest", space:
            return Text(_("Space {space}"), space=space)
        case "build", one:
            return _field(one)
    one, other = parts
    return Text(_("{one} and {other}"), one=_field(one), other=_field(other))


def _exchange(args: Sequence[Kept], parts: Choice) -> Text:
    match parts:
        case ("points",):
            (pips,) = args
            return Text(*ngettext("{n} point for the rest", "{n} points for the rest"), n=pips)
        case ("push",):
            return Text(_("Push a person down (1 pip)"))
        case ("push", sex):
            return Text(names.MANY[str(sex)])
        case ("push", sex, kind):
            _sex, _kind, count = next(p for p in PEOPLE if p[:2] == (sex, kind))
            gain = (
                ngettext("{n} status step", "{n} status steps")
                if sex == MAN
                else ngettext("{n} shell", "{n} shells")
            )
            return Text(
                _("Push down: {person}, {gain} (1 pip)"),
                person=names.tribe(str(sex), str(kind)),
                gain=Text(*gain, n=count),
            )
        case ("god",):
            return Text(_("A god card (2 pips)"))
        case ("god", source):
            return Text(_("{gift} (2 pips)"), gift=_source(source))
        case ("material",):
            return Text(_("A material (2 pips)"))
        case ("material", spot):
            return Text(_("{gift} (2 pips)"), gift=_spot(spot))
        case ("hut",):
            return Text(_("A hut to space 12 (2 pips)"))
    return Text(_("An offering (2 pips)"))


def _use(parts: Choice, view: Json) -> Text:
    match parts:
        case ("done",):
            return Text(_("Nobody else"))
        case (sex,):
            return Text(names.MANY[str(sex)])
        case (sex, kind):
            return names.tribe(str(sex), str(kind))
    sex, kind, way = map(str, parts)
    if way == NONE:
        return Text(_("Use: {person}"), person=names.tribe(sex, kind))
    own = view["seats"][view["me"]]
    double = all(used[0] != sex for used in own["used"])
    message = _("Use double: {person}, {way}") if double else _("Also use: {person}, {way}")
    return Text(message, person=names.tribe(sex, kind), way=_way(way, "green"))


def _settlement(parts: Choice) -> Text:
    task = str(parts[0])
    if task == "done":
        return Text(_("No more tasks"))
    if len(parts) == 1:
        return needs.task(task)
    if parts[1] == NONE:
        return Text(_("Fulfil: {task}"), task=needs.task(task))
    if parts[1] == "discard":
        return Text(_("Discard: {task}"), task=needs.task(task))
    return Text(
        _("Fulfil for 4 points: {task} – {way}"),
        task=needs.task(task),
        way=_way(parts[1], "yellow"),
    )


def _way(way: Part, god: str) -> Text:
    """How a god is paid for."""
    if way == NONE:
        return Text(_("no god"))
    if way == TILE:
        return Text(_("pay a god tile"))
    if way == CARD:
        return Text(_("pay one card ({colour}) and an offering"), colour=Text(names.COLOURS[god]))
    return Text(_("pay two cards ({colour}) and an offering"), colour=Text(names.COLOURS[str(way)]))


def _gift(gift: Part) -> Text:
    return Text(_("Offering")) if gift == OFFERING else _source(gift)


def _source(source: Part) -> Text:
    """Where a god card comes from."""
    if source == DECK:
        return Text(_("God card from the deck"))
    return Text(_("God card: {colour}"), colour=Text(names.COLOURS[str(source)]))


def _field(field: Part) -> Text:
    good = Text(names.GOODS[GROUND[int(field)]])
    return Text(_("field {number} ({good})"), number=int(field) + 1, good=good)


def _spot(spot: Part) -> Text:
    """Where a material goes: on a field, or beside the board."""
    if isinstance(spot, int):
        return Text(_("{good} on field {number}"), good=_good(GROUND[spot]), number=spot + 1)
    return Text(_("{good} beside your board"), good=_good(spot))


def _good(good: str) -> Text:
    return Text({"sand": _("Sand"), "stone": _("Stone"), "wood": _("Wood")}[good])


def jewel(which: Part) -> Text:
    """A jewel with its price."""
    if which == "nothing":
        return Text(_("Buy nothing"))
    _kind, _points, cost = JEWELS[str(which)]
    price = Text(*ngettext("{n} shell", "{n} shells"), n=cost)
    return Text(_("{jewel} for {price}"), jewel=names.jewel(str(which)), price=price)
