"""The B sides of the sites ("Variante: die B-Seiten der Orte")."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine import Choice, Game, Json, Kind, Part, Text, _
from ..figures import by_players, figure
from ..piles import draw_cards, draw_top, take_unseen
from ..state import Imhotep, owner
from ..tables import TOMB_ROWS
from .a_sides import Market, Obelisks, Pyramid, Temple, Tomb
from .site import ELSEWHERE, Origin, board, shared_places, side_in
from .wishes import card_wishes, wished

PYRAMIDS: tuple[tuple[int | str, ...], ...] = figure("pyramid_b", "pyramids")
PYRAMID_BONUS: int = figure("pyramid_b", "bonus_points")
PYRAMID_SIDE: int = figure("pyramid_b", "side")
HEIGHT = len(PYRAMIDS[0])
BONUS_STONES: int = figure("pyramid_b", "bonus_stones")
TEMPLE: tuple[str, ...] = figure("temple_b", "fields")
CHOICE_POINTS: int = figure("temple_b", "choice_points")
CHOICE_STONES: int = figure("temple_b", "choice_stones")
TEMPLE_POINTS: int = figure("temple_b", "points")
TEMPLE_REWARDS = {"choice": CHOICE_POINTS, "points": TEMPLE_POINTS, "card": 0}
TOMB: dict[int, tuple[int, ...]] = by_players("tomb_b", "places")
TOWER: int = figure("obelisks_b", "tower")
TOWERS: tuple[int, ...] = figure("obelisks_b", "towers")
TOWER_FURTHER: int = figure("obelisks_b", "further")
SINGLE: int = figure("obelisks_b", "single")


class MarketB(Market):
    """B) Market: three face-up cards, and two face-down ones of which one may be kept."""

    slots: int = figure("market_b", "open")
    cards_face_down: int = figure("market_b", "packet")

    def lay_out(self, game: Game[Imhotep]) -> None:
        super().lay_out(game)
        game.state.packet = draw_cards(game, self.cards_face_down)

    def choices(self, state: Imhotep) -> list[Choice]:
        choices = super().choices(state)
        return [*choices, (self.slots,)] if state.packet else choices

    def take_open(self, game: Game[Imhotep], seat: int, slot: int) -> None:
        if slot < self.slots:
            super().take_open(game, seat, slot)
            return
        state = game.state
        state.looking = seat
        game.reveal(seat)
        game.tell("packet_taken", seat=seat, cards=len(state.packet))
        if len(state.packet) > 1:
            game.ask(seat, KeepCard)
        else:
            keep_card(game, seat, 0)

    def refill(self, game: Game[Imhotep], slot: int) -> None:
        if slot < self.slots:
            super().refill(game, slot)
            return
        game.state.packet = draw_cards(game, self.cards_face_down)
        if game.state.packet:
            game.reveal()
            game.tell("packet_laid", cards=len(game.state.packet))

    def clear(self, game: Game[Imhotep]) -> None:
        super().clear(game)
        game.state.discards += game.state.packet
        game.state.packet = []

    def view(self, state: Imhotep) -> Json:
        return {"packet": len(state.packet)}


def keep_card(game: Game[Imhotep], seat: int, number: int) -> None:
    """Let a seat keep one of the face-down cards; the other is discarded face up."""
    state = game.state
    cards, state.packet, state.looking = state.packet, [], None
    kept = cards.pop(number)
    state.discards += cards
    take_unseen(game, seat, kept, "packet_kept", {"discarded": list(cards)})


class KeepCard(Kind):
    """B) Market: "Wähle dann 1 Karte, die du behältst"; the other is discarded face up."""

    prompt = _("Which of the two cards do you keep?")
    first_time = _(
        "The card that you do not keep is discarded for all to see: keep the one that suits "
        "your stones."
    )
    secret = True
    out_of_turn = True

    def choices(self, game: Game[Imhotep], seat: int) -> list[Choice]:
        return [(number,) for number in range(len(game.state.packet))]

    def chosen(self, game: Game[Imhotep], seat: int, number: int) -> None:
        keep_card(game, seat, number)

    def instructions(self, view: Json) -> list[Choice]:
        return card_wishes(view) if side_in(view, "market") == "B" else []

    def answer(
        self, instruction: Choice, view: Json, choices: Sequence[Choice], *args: object
    ) -> Choice | None:
        return wished(instruction, view["looking"])

    def shows(self, game: Game[Imhotep], seat: int, number: int) -> Part | None:
        return next((card for i, card in enumerate(game.state.packet) if i != number), None)


class PyramidB(Pyramid):
    """B) Pyramid: three small ones, of which the owner of a stone picks one; fields with bonuses.

    Field ``pyramid * HEIGHT + n`` is the n-th of a pyramid; those beyond lie at the side.
    """

    def deliver(self, game: Game[Imhotep], stone: int, origin: Origin = ELSEWHERE) -> None:
        state = game.state
        state.arriving.append(stone)
        if unfinished(state):
            game.ask(owner(stone), ChoosePyramid, *origin.values())
        else:
            self.lay(game, state.arriving.pop(), len(state.fields), origin)

    def places(self, state: Imhotep) -> list[int]:
        return [field for _pyramid, field in unfinished(state)] or [len(state.fields)]

    def put(self, state: Imhotep, stone: int, position: int) -> int:
        state.fields.append(position)
        return super().put(state, stone, position)

    def lay(self, game: Game[Imhotep], stone: int, position: int, origin: Origin) -> None:
        pyramid = position // HEIGHT
        where = {"pyramid": pyramid} if pyramid < len(PYRAMIDS) else {}
        super().lay(game, stone, position, {**origin, **where})
        bonus = _printed(position)
        if isinstance(bonus, str):
            BONUSES[bonus](game, owner(stone))

    def arrival_points(self, state: Imhotep, seat: int, position: int) -> int:
        return printed_points(position)

    def view(self, state: Imhotep) -> Json:
        return {"fields": list(state.fields)}


def _printed(field: int) -> int | str:
    pyramid, height = divmod(field, HEIGHT)
    return PYRAMIDS[pyramid][height] if pyramid < len(PYRAMIDS) else PYRAMID_SIDE


def printed_points(field: int) -> int:
    printed = _printed(field)
    return printed if isinstance(printed, int) else PYRAMID_BONUS


def unfinished(state: Imhotep) -> list[tuple[int, int]]:
    """The pyramids with room, each with its next field."""
    return places_to_build(state.fields)


def places_to_build(fields: Sequence[int]) -> list[tuple[int, int]]:
    """The same, from the field of each stone that was laid."""
    built = [field // HEIGHT for field in fields]
    heights = [built.count(pyramid) for pyramid in range(len(PYRAMIDS))]
    return [(i, i * HEIGHT + height) for i, height in enumerate(heights) if height < HEIGHT]


class ChoosePyramid(Kind):
    """B) Pyramid: "zu welcher der 3 Pyramiden er geliefert werden soll"."""

    prompt = _("Which pyramid does your stone go to?")
    first_time = _(
        "Besides points, a place may give a card or stones. Think also of the place that "
        "you leave for the next stone."
    )
    public = True
    out_of_turn = True

    def choices(self, game: Game[Imhotep], seat: int, *origin: int) -> list[Choice]:
        return [(pyramid,) for pyramid, _field in unfinished(game.state)]

    def refusals(self, game: Game[Imhotep], seat: int, *origin: int) -> list[tuple[Choice, Text]]:
        open_ones = dict(unfinished(game.state))
        return [
            ((pyramid,), Text(_("It is complete.")))
            for pyramid in range(len(PYRAMIDS))
            if pyramid not in open_ones
        ]

    def chosen(self, game: Game[Imhotep], seat: int, *parts: int) -> None:
        *origin, pyramid = parts
        state = game.state
        field = dict(unfinished(state))[pyramid]
        came = dict(zip(("boat", "field"), origin, strict=False))
        board(state, Pyramid.name).lay(game, state.arriving.pop(), field, came)

    def instructions(self, view: Json) -> list[Choice]:
        """The most points, or one of the three; if that is complete, the player is asked."""
        if side_in(view, Pyramid.name) != "B":
            return []
        return [("most",), *(("pyramid", pyramid) for pyramid in range(len(PYRAMIDS)))]

    def answer(
        self, instruction: Choice, view: Json, choices: Sequence[Choice], *args: object
    ) -> Choice | None:
        """The pyramid that an instruction chooses; the leftmost if several pay the same."""
        if instruction != ("most",):
            return (instruction[1],) if (instruction[1],) in choices else None
        fields = dict(places_to_build(view["boards"][Pyramid.name]["fields"]))
        return (max(fields, key=lambda pyramid: printed_points(fields[pyramid])),)


def take_card(game: Game[Imhotep], seat: int) -> None:
    game.then(draw_top, seat)


def take_from_quarry(game: Game[Imhotep], seat: int) -> None:
    game.then("take_stones", seat, BONUS_STONES)


def load_one(game: Game[Imhotep], seat: int) -> None:
    game.then("load_if_wanted", seat, 1)


#: What a field of a pyramid brings in addition to its point.
BONUSES = {"card": take_card, "quarry": take_from_quarry, "load": load_one}


class TempleB(Temple):
    """B) Temple: each field rewards the stone visible on it in its own way.

    Owners choose at the same time, each for all of their fields, because that affects nobody else.
    Then the other fields are rewarded from the left; the owner of the card field chooses for
    fields to the right of it only after drawing the card.
    """

    average = 1.5

    def round_over(self, game: Game[Imhotep]) -> None:
        at_once, afterwards = self.rewards(game.state)
        game.each(list(dict.fromkeys(at_once)), choose_temple_rewards)
        for seat, reward in afterwards:
            game.then(reward_temple_stone, seat, reward)

    def rewards(self, state: Imhotep) -> tuple[list[int], list[tuple[int, str]]]:
        """The seats that choose at the same time, by field, and the rewards that follow."""
        owners = {
            f: owner(stone) for f, stone in enumerate(self.visible(state)) if stone is not None
        }
        card = TEMPLE.index("card")
        at_once, afterwards = [], []
        for field, seat in owners.items():
            if TEMPLE[field] == "choice" and (field < card or seat != owners.get(card)):
                at_once.append(seat)
            else:
                afterwards.append((seat, TEMPLE[field]))
        return at_once, afterwards

    def round_points(self, state: Imhotep) -> list[int]:
        """Points of each seat: none for cards and stones, and the point for a choice."""
        points = [0] * state.players
        for field, stone in enumerate(self.visible(state)):
            if stone is not None:
                points[owner(stone)] += TEMPLE_REWARDS[TEMPLE[field]]
        return points


def choose_temple_rewards(game: Game[Imhotep], seat: int) -> None:
    """Step: let a seat choose for each of its stones that does not wait for the card."""
    temple = board(game.state, Temple.name)
    assert isinstance(temple, TempleB)
    at_once, _afterwards = temple.rewards(game.state)
    for _stone in range(at_once.count(seat)):
        game.then(reward_temple_stone, seat, "choice")


def reward_temple_stone(game: Game[Imhotep], seat: int, reward: str) -> None:
    """Step: give the owner of a visible stone the reward of its field."""
    if reward == "card":
        game.then(draw_top, seat)
    elif reward == "points":
        score_temple(game, seat, TEMPLE_POINTS)
    elif game.state.keeps_a_secret(seat) or game.state.can_take_stones(seat):
        game.ask(seat, TempleReward)
    else:
        score_temple(game, seat, CHOICE_POINTS)


def score_temple(game: Game[Imhotep], seat: int, points: int) -> None:
    game.state.scored[seat][Temple.name] += points
    game.tell("temple_rewarded", seat=seat, points=points)


class TempleReward(Kind):
    """B) Temple: "1 Punkt oder … 2 Steine aus dem Steinbruch".

    The choices are not public: a hidden sledge makes room for stones that others do not know of.
    """

    prompt = _("What do you take for your temple stone?")
    first_time = _("A point is yours to keep; stones save you a turn at the quarry.")
    out_of_turn = True

    def choices(self, game: Game[Imhotep], seat: int) -> list[Choice]:
        can_take = game.state.can_take_stones(seat)
        return [("point",), ("stones",)] if can_take else [("point",)]

    def refusals(self, game: Game[Imhotep], seat: int) -> list[tuple[Choice, Text]]:
        if game.state.can_take_stones(seat):
            return []
        if game.state.quarry[seat]:
            return [(("stones",), Text(_("Your supply is full.")))]
        return [(("stones",), Text(_("Your quarry is empty.")))]

    def chosen(self, game: Game[Imhotep], seat: int, reward: str) -> None:
        if reward == "point":
            score_temple(game, seat, CHOICE_POINTS)
        else:
            game.then("take_stones", seat, CHOICE_STONES)

    def instructions(self, view: Json) -> list[Choice]:
        return [("point",), ("stones",)] if side_in(view, Temple.name) == "B" else []

    def answer(
        self, instruction: Choice, view: Json, choices: Sequence[Choice], *args: object
    ) -> Choice | None:
        """The reward instructed; the point if there is no room for stones."""
        return instruction if instruction in choices else ("point",)


class TombB(Tomb):
    """B) Tomb: points at the end for majorities in each of the three rows."""

    def final_points(self, state: Imhotep) -> list[int]:
        places = TOMB[state.players]
        rows = [shared_places(own, places) for own in rows_of_tomb(state)]
        return [sum(points) for points in zip(*rows, strict=True)]


def rows_of_tomb(state: Imhotep) -> list[list[int]]:
    """How many stones each seat has in each row, from the top."""
    owners = [owner(stone) for stone in state.placed[Tomb.name]]
    rows = [owners[row::TOMB_ROWS] for row in range(TOMB_ROWS)]
    return [[row.count(seat) for seat in range(state.players)] for row in rows]


class ObelisksB(Obelisks):
    """B) Obelisks: three stones of a colour make a tower, the first tower is worth most.

    The value of a tower is fixed when it is built, and paid at the end.
    """

    def final_points(self, state: Imhotep) -> list[int]:
        towers = towers_built([owner(stone) for stone in state.placed[self.name]])
        points = [SINGLE * (own % TOWER) for own in self.own(state)]
        for seat, worth in towers:
            points[seat] += worth
        return points


def towers_built(owners: list[int]) -> list[tuple[int, int]]:
    """Each tower's owner and worth, in order of building; ``owners`` of stones as they came."""
    towers: list[tuple[int, int]] = []
    singles: dict[int, int] = {}
    for seat in owners:
        singles[seat] = singles.get(seat, 0) + 1
        if singles[seat] == TOWER:
            singles[seat] = 0
            worth = TOWERS[len(towers)] if len(towers) < len(TOWERS) else TOWER_FURTHER
            towers.append((seat, worth))
    return towers
