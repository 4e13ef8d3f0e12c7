"""The options of a game: a side for each site, the expansions, and presets of both."""

from __future__ import annotations

from ..engine import BadOptions, Json, Option, Rules, _
from .expansions import EXPANSIONS
from .state import Imhotep
from .tables import SIDES, SITES

RANDOM = "random"
OWN = "own"

_SIDE_LABELS = (
    _("Side A"),
    _("Side B"),
    _("Side C (house board)"),
    _("Side D (house board)"),
    _("random, house boards included"),
)
_SITES: dict[str, tuple[str, str]] = {
    "market": (
        _("Market"),
        _(
            "A: four face-up cards. B: three face-up cards, and two face-down ones of "
            "which you keep one. C: five face-up cards, or the top card of the draw pile "
            "unseen. D: coins buy a second card. C and D are house boards: we could not "
            "find the printed ones."
        ),
    ),
    "pyramid": (
        _("Pyramid"),
        _(
            "A: places in a fixed order. B: three pyramids to choose from, places with "
            "bonuses; we made up what each place gives. C: you choose the column, Imhotep "
            "gives a bonus. D: your own stones drive a chariot along a track of points. C "
            "and D are house boards."
        ),
    ),
    "temple": (
        _("Temple"),
        _(
            "A: a point for each visible stone. B: points, stones or cards, depending on "
            "the place; the order of the places is probably right, but not certain. C: "
            "tiles of 1 or 2 points, new each round. D: neighbouring stones of one colour "
            "score more. C and D are house boards."
        ),
    ),
    "tomb": (
        _("Burial chamber"),
        _(
            "A: connected stones. B: majorities in the three rows; we made up their "
            "points for two and three players, and for fourth place. C: your largest area "
            "counts. D: a tile with points on each place, small bonuses for majorities. C "
            "and D are house boards."
        ),
    ),
    "obelisks": (
        _("Obelisks"),
        _(
            "A: the tallest obelisks. B: towers of three stones, the first ones worth "
            "most; we made up how much. C: your own height scores; the tallest scores a "
            "little more. D: tiles for each height, the best for the first player. C and "
            "D are house boards."
        ),
    ),
}

#: What each preset sets; other options stay as chosen.
PRESETS: dict[str, Json] = {
    OWN: {},
    "first_game": {
        **{f"{site}_side": "A" for site in SITES},
        **{expansion.name: False for expansion in EXPANSIONS},
    },
    "all_b": {f"{site}_side": "B" for site in SITES},
    "everything": {
        **{f"{site}_side": RANDOM for site in SITES},
        **{expansion.name: True for expansion in EXPANSIONS},
    },
    "random_boards": {f"{site}_side": RANDOM for site in SITES},
}
#: Why a preset does not allow a setting that the creator changed.
_CONTRADICTIONS = {
    "first_game": _(
        "The first game is played on the A sides without expansions: leave these settings as they "
        "are, or choose “as set below” instead of “first game”."
    ),
    "all_b": _(
        "“All B sides” puts every site on its B side: leave the sites on side A or B, or "
        "choose “as set below” instead."
    ),
    "everything": _(
        "“Everything” draws the side of every site: leave the sites on side A, or choose "
        "“as set below” instead."
    ),
    "random_boards": _(
        "“Random boards” draws the side of every site: leave the sites on side A, or "
        "choose “as set below” instead."
    ),
}


def side_option(site: str) -> str:
    """The name of the option for the side of a site."""
    return f"{site}_side"


OPTIONS = (
    Option(
        name="preset",
        label=_("Preset"),
        help=_(
            "First game: A sides, no expansions. All B sides: the expansions as set "
            "below. Everything: all expansions, house cards included; at the start, one "
            "of the four sides of each site is drawn, house boards C and D included. "
            "Random boards: the sides are drawn in the same way, with the expansions as "
            "set below."
        ),
        values=tuple(PRESETS),
        value_labels=(
            _("as set below"),
            _("first game"),
            _("all B sides"),
            _("everything"),
            _("random boards"),
        ),
        default=OWN,
        sets=PRESETS,
    ),
    *(
        Option(
            name=side_option(site),
            label=label,
            help=help_,
            values=(*SIDES, RANDOM),
            value_labels=_SIDE_LABELS,
            default="A",
        )
        for site, (label, help_) in _SITES.items()
    ),
    *(
        Option(name=expansion.name, label=expansion.label, help=expansion.help)
        for expansion in EXPANSIONS
    ),
    Option(
        name="unlimited_stones",
        label=_("Unlimited stones"),
        help=_("The quarry never runs out."),
    ),
)


class ImhotepRules(Rules[Imhotep]):
    """Rules whose presets stand for other options."""

    def check_options(self, options: Json) -> dict[str, str | int | bool]:
        """Check the options; a preset is replaced by what it sets.

        Raises BadOptions where the preset contradicts another option.
        """
        checked = super().check_options(options)
        preset = str(checked["preset"])
        usual = {option.name: option.default for option in self.options}
        for name, value in PRESETS[preset].items():
            if checked[name] not in (usual[name], value):
                raise BadOptions(_CONTRADICTIONS[preset])
        return {**checked, **PRESETS[preset], "preset": OWN}
