"""The slips that tests/checking/test_planted.py plants in copies of the mill (tests/checking/mill)
and of the opener, a game without points and chance (script/starters/abstract): by name the file,
what is replaced by what, and words of what the checks say of it.

``UNNOTICED`` are those that nothing names: the game is whole, and only its author knows that it is
another one. Targets and letters that are too small, and what the edge of a drawing cuts, are
measured in a browser: tests/checking/test_sizes.py has these slips.
"""

from __future__ import annotations

from typing import NamedTuple


class Slip(NamedTuple):
    """``said`` is a regular expression."""

    file: str
    old: str
    new: str
    said: str


RULES, TABLE, LESSONS = "rules.py", "table/__init__.py", "table/lessons.py"
BOARD, HAND, HELP = (f"table/templates/mill/{name}.html" for name in ("board", "hand", "help"))
GERMAN = "table/locale/de/LC_MESSAGES/django.po"

DREW = 'game.tell("drew", {seat: {"card": card}}, seat=seat)'
LAID = 'game.tell("laid", seat=seat, card=part)'
DEALT = 'game.tell("dealt", {seat: {"hand": sorted(state.hands[seat])} for seat in seats}, cards=2)'
LET = 'return [("let",), *([("ask",)] if game.state.grain[payer]["corn"] else [])]'

IN_RULES: dict[str, tuple[str, str, str]] = {
    # Knowledge of each seat
    "a secret in an event": (
        DREW, 'game.tell("drew", seat=seat, card=card)',
        r"event 'drew' tells seat \d a secret",
    ),
    "a secret in an event of a part that all play at once": (
        'game.tell("planned", {seat: {"goal": goal}}, seat=seat)',
        'game.tell("planned", seat=seat, goal=goal)',
        r"the event 'planned' tells seat \d a secret",
    ),
    "a secret in an event of the set-up": (
        DEALT, 'game.tell("dealt", hands=state.hands, cards=2)',
        "an event of the set-up tells seat 0 a secret",
    ),
    "the top of the deck in the view": (
        '"deck": len(state.deck)', '"deck": sum(state.deck[-1:])', "view tells seat 0 a secret",
    ),
    "another's hand in the view": (
        '"hand": sorted(state.hands[each]) if each == seat else None',
        '"hand": sorted(state.hands[each])',
        "view tells seat 0 a secret",
    ),
    "another's goal in the view": (
        '"goal": state.goals[each] if each == seat else None', '"goal": state.goals[each]',
        r"view tells seat \d a secret",
    ),
    "a secret in a refusal": (
        '_("A sack costs {n} grains."), n=PRICE',
        '_("A sack costs {n} grains."), n=game.state.deck[-1]',
        r"seat \d (a secret|what it did not know).*\['refusals'\]",
    ),
    "a secret in the points": (
        '{"cards": sum(laid), "sacks": 8 * sacks}',
        '{"cards": sum(laid) + state.deck[0], "sacks": 8 * sacks}',
        r"(standing|scored) tells seat 0 a secret",
    ),
    "a card that can be taken back": (
        f"{DREW}\n            game.reveal()", DREW, r"can be taken back: call game.reveal\(\)",
    ),
    "goals that are never dealt anew": (
        "state.goals[each] = GOALS[rng.randrange(len(GOALS))]", "pass",
        "resample never deals 'goals' anew",
    ),
    "a deck that is never dealt anew": (
        "    rng.shuffle(unknown)\n", "", "resample never deals '(deck|hands)' anew",
    ),
    "a resample that is not registered": (
        "@rules.resample\n", "", "resample never deals '.*' anew|resample deals nothing anew",
    ),
    "a seat's own cards dealt anew": (
        "others = [each for each in range(game.players) if each != seat]\n    unknown",
        "others = [*range(game.players)]\n    unknown",
        r"tells seat \d a secret, or resample deals anew what it knows",
    ),
    "hands that change places where only the deck is shuffled again": (
        'game.shuffle("deck", game.state.deck)\n\n\n@rules.bot',
        'game.state.hands.reverse()\n\n\n@rules.bot',
        "reshuffle changes what seat 0 has been told",
    ),
    "a deck that is not shuffled again": (
        'game.shuffle("deck", game.state.deck)\n\n\n@rules.bot', "pass\n\n\n@rules.bot",
        "nobody has been told 'deck', and reshuffle never deals it anew",
    ),
    "nothing that is shuffled again": (
        "@rules.reshuffle\n", "", "nobody has been told 'deck', and reshuffle never deals it anew",
    ),
    # The same again
    "the order of a set": (
        "state.guests = sorted(", "state.guests = list(", "the order of a set",
    ),
    "chance of one's own in the set-up": (
        'game.shuffle("deck", state.deck)\n    state.hands',
        '__import__("random").shuffle(state.deck)\n    state.hands',
        "another way in another process",
    ),
    "chance of one's own in a turn": (
        "card = state.deck.pop()",
        'card = state.deck.pop(__import__("random").randrange(len(state.deck)))',
        "comes out otherwise when it is done again",
    ),
    "what is kept beside the state": (
        "state.sacks[seat] += 1", "GOALS_MET.append(1); state.sacks[seat] += len(GOALS_MET)",
        "comes out otherwise when it is done again",
    ),
    "a row that is shared": (
        '[{"corn": 2, "rye": 2} for _seat in seats]', '[{"corn": 2, "rye": 2}] * len(seats)',
        r"state.grain\[0\] and state.grain\[1\] are one and the same dict",
    ),
    "a default that does not fit its field": (
        "state.sacks = [0 for", 'state.sacks = ["" for',
        r"Expected `int`, got `str` - at `\$.sacks\[0\]`",
    ),
    "a set in the state": (
        "guests: list[str] = []", "guests: set[str] = set()", "Mill.guests holds a set",
    ),
    "a set in an event": (
        LAID, 'game.tell("laid", seat=seat, card={part})', r"event 'laid' at \['card'\] holds",
    ),
    "a key that is no string in an event": (
        LAID, 'game.tell("laid", seat=seat, card={part: 1})',
        r"event 'laid' at \['card'\] has the key",
    ),
    "a set in the view": (
        '"guests": state.guests,', '"guests": set(state.guests),',
        r"view of seat 0 at \['guests'\] holds",
    ),
    "a field without a new version": (
        "    turns: int = 0", "    turns: int = 0\n    rain: int = 0",
        "stored games have another form than version 1 says",
    ),
    "an option that is gone without a new version": (
        'options=[Option(name="flood", label=_("Flood"), help=_("The toll is two grains."))],', "",
        "stored games have another form than version 1 says:\n- option flood",
    ),
    # Choices
    "choices that change the state": (
        '        found: list[Choice] = [("draw",)]',
        '        state.turns += 1\n        found: list[Choice] = [("draw",)]',
        "choices or refusals of act changed the state: turns|goes on after|act .* changed",
    ),
    "no choices": (LET, 'return [("ask",)] if game.state.grain[payer]["corn"] else []',
                   "toll has 0 choices"),
    "choices that are not given back": (
        "        return found\n\n    def refusals", "\n    def refusals",
        "act gives None as its choices",
    ),
    "a choice that is no tuple": (
        "return [(goal,) for goal in GOALS]", "return [goal for goal in GOALS]",
        "pick_goal lists 'cards': a choice is a tuple",
    ),
    "a choice of what cannot be stored": (
        "return [(goal,) for goal in GOALS]", "return [(goal, None) for goal in GOALS]",
        "pick_goal.*None",
    ),
    "the same choice twice": (
        LET, 'return [("let",), ("let",)]', "toll lists .* more than once",
    ),
    "far too many choices": (
        'found: list[Choice] = [("draw",)]',
        'found: list[Choice] = [("draw",), *(("lay", n) for n in range(100, 1200))]',
        r"act has 110\d choices, more than (200|1000)",
    ),
    "a refusal of what is legal": (
        "if sum(game.state.grain[seat].values()) >= PRICE:\n            return []\n", "",
        r"act refuses \('buy',\) and lists",
    ),
    "a refusal in plain words": (
        'Text(_("A sack costs {n} grains."), n=PRICE)', '"A sack costs two grains."',
        r"act refuses \('buy',\) without a Text",
    ),
    "more paid than there is": (
        "state.grain[seat][grain] -= n", "state.grain[seat][grain] -= n + 1",
        r"state.grain\[\d\] has -1 of '(corn|rye)'",
    ),
    "a seat that there is not": (
        "game.ask(after, Toll, seat)", "game.ask(seat + 1, Toll, seat)",
        "toll is put to seat 3, which is none of 3",
    ),
    "an instruction that is never legal": (
        'return ("let",)\n', 'return ("pass",)\n',
        "what the instruction 'never' of toll answers was never legal",
    ),
    "a bot that answers what is not on offer": (
        "return seen.decision.example(listed[-1])", 'return ("sleep",)',
        "part 1 of the choice cannot be 'sleep'",
    ),
    "a bot that raises": (
        "choices[0][0]]", "choices[0][9]]",
        r"IndexError: tuple index out of range \(.*rules.py:\d+ in ",
    ),
    "a bot that is wrong of its own": (
        '    """Buys while it can, then lays its highest card."""\n',
        '    """Buys while it can, then lays its highest card."""\n    assert seen.seat\n',
        r"AssertionError: .*rules.py:\d+ in miller",
    ),
    # Turns and the end
    "a turn that does not end": (
        "        game.end_turn(seat)\n", "", r"game.end_turn\(\d\) was never",
    ),
    "a game without an end": ("    state.turns += 1\n", "", "mill goes on after 100 choices"),
    "two who ask each other for ever": (
        'if what == "ask":', 'game.ask(payer, Toll, seat)\n        if what == "ask":',
        "mill goes on after 100 choices",
    ),
    "nothing to come": ("game.then(end)", "pass", "nothing is left to do after 'turn'"),
    "a step that is misspelt": (
        "game.then(turn, after)", 'game.then("trun", after)', "trun.*did you mean 'turn'",
    ),
    "a step with too few arguments": (
        "game.then(turn, after)", "game.then(turn)", "turn.*(missing|argument)",
    ),
    "a seat without points": ("game.finish(points,", "game.finish(points[:2],",
                               "given points of 2 seats, and 3 play"),
    "points that are no numbers": (
        "10 if points[seat][goal] == best else 0", "10 if points[seat][goal] == best else None",
        r"unsupported operand.*rules.py:\d+ in end",
    ),
    "tie-breakers for too few": (
        "for grain in state.grain]})", "for grain in state.grain[1:]]})",
        "given the tie-breaker 'grain' of 2 seats, and 3 play",
    ),
    "an option that is misspelt": ('game.option("flood")', 'game.option("floods")', "floods"),
    "points that change the state": (
        "    state = game.state\n    return [\n        {\"cards\"",
        "    state = game.state\n    state.laid[0] = state.laid[0] * 2\n    return [\n"
        "        {\"cards\"",
        "standing or scored changed the state: laid",
    ),
    "a game that never counts": (
        "    longest=100,", "    longest=100,\n    counts_after=40,",
        r"counts_after=40, and in no whole game has everybody ended more than \d+ turns",
    ),
    "a view that changes the state": (
        '"guests": state.guests,', '"guests": state.guests and [state.guests.pop()],',
        "the view changed the state: guests",
    ),
    "a seat whose turn never comes": (
        "after = (seat + 1) % game.players", "after = (seat + 1) % 2",
        r"act was asked \d+ times in games of 3, and never of seat 2",
    ),
    "a state that gets ever longer": (
        "    state.turns += 1\n", '    state.turns += 1\n    state.guests += ["owl"] * 40\n',
        r"state.guests came to \d+ entries and never got fewer",
    ),
    "parts in order where there is one": (
        "    secret = True\n", "    secret = True\n    in_order = True\n",
        "pick_goal says in_order = True, and its choices have one part",
    ),
    "a public question whose choices are secret": (
        """\
        found += [("lay", card) for card in sorted(state.hands[seat])]
        if sum(state.grain[seat].values()) >= PRICE:
            found.append(("buy", Amounts(state.grain[seat], total=PRICE)))
        return found
""",
        """\
        return found + [("lay", card) for card in sorted(state.hands[seat]) if card > 20]

    public = True
""",
        r"act is public, and (seat \d|a spectator) cannot work out its choices",
    ),
    "a bot that answers otherwise when it is asked again": (
        "seen.decision.example(listed[-1])",
        "seen.choices[(GOALS_MET.append(1) or len(GOALS_MET)) % 2 - 1]",
        r"the bot 'miller' answers \w+ by .* take all chance from seen.rng",
    ),
    "a default that is no value of its option": (
        'label=_("Flood"),', 'label=_("Flood"), values=(1, 2), default=3,',
        r"the option 'flood' has the default 3, which is none of its values \(1, 2\)",
    ),
    "an answer of an instruction that raises": (
        'return ("let",)\n', 'return ("let",) if view["payer"] else None\n',
        r"KeyError: 'payer' \(.*rules.py:\d+ in answer",
    ),
    "a field that older games may not have stored": (
        "    longest=100,\n)",
        "    longest=100,\n    version=2,\n)\n\n\n@rules.migrate\ndef migrate(data, version):\n"
        '    data["sacks"] = data.pop("bags")\n    return data',
        r"migrate fails for a state of version 1 .*KeyError: 'bags'",
    ),
}  # fmt: skip

CAPTURES_FIRST = "return sorted(choices, key=lambda choice: -captures(game.state.cells, choice))"

IN_ABSTRACT_RULES: dict[str, tuple[str, str, str]] = {
    "a worth that is not of a hundred games": (
        "return 100 / (1 + math.exp(-lead))", "return float(lead)",
        r"worth gives \[.*\] for the seats: .* add up to 100",
    ),
    "a worth by chance": (
        "return 100 / (1 + math.exp(-lead))",
        'return 50 + (seat - 0.5) * __import__("random").random()',
        r"worth gives \[.*\] for the seats, and then",
    ),
    "no worth for a search that compares positions": (
        "@rules.worth\n", "", "compares positions by @rules.worth, and there is none",
    ),
    "a candidate that is no choice": (
        CAPTURES_FIRST, 'return [("a1", "a1")]',
        r"candidates gives \('a1', 'a1'\), which is no choice of move there",
    ),
    "no candidate at all": (
        CAPTURES_FIRST, "return []", "candidates leaves out every choice of move",
    ),
    "candidates that are not given back": (
        CAPTURES_FIRST, CAPTURES_FIRST.removeprefix("return "), "candidates gives None for move",
    ),
    "forcing moves of the other seat": (
        "return [choice for choice in choices if captures(game.state.cells, choice)]",
        "return moves_of(game.state.cells, 1 - decision.seat)",
        r"forcing gives \(.*\), which is no choice of move there",
    ),
    "a move that nobody is told": (
        'game.tell("moved", seat=seat, start=start, end=end, stone=cells[BOARD.number(end)])',
        "pass",
        r"move was answered \d+ times, and \d+ times no event told of it",
    ),
    "points of a game without": (
        'game.finish_won(1 - seat, "capture" if left <= FEWEST else "block")',
        'game.finish([{"stones": 1}, {"stones": 0}])',
        "this game has no points: end it by",
    ),
    "a winner that does not play": (
        "game.finish_won(1 - seat,", "game.finish_won(2 - seat,", "seat 2 has won, which is none",
    ),
    "offers of a draw that nobody can make": (
        "    counts_after=3,", "    agreed_draw=False,\n    offer_lapses=True,",
        "agreed_draw=False forbids these",
    ),
    "a field with a name of the engine's": (
        '    cells: str = ""', '    cells: str = ""\n    drawn: str = ""',
        "Stones.drawn would hide the engine's own field",
    ),
}  # fmt: skip

#: All of them are planted together.
IN_ABSTRACT_TABLE: dict[str, Slip] = {
    "an end that no game reached, without words": Slip(
        TABLE, '    "repetition": _("by repetition"),\n', "",
        "REASONS says nothing of 'repetition'",
    ),
    "words for an end that are not marked": Slip(
        TABLE, '_("by capturing")', '"by taking stones"',
        r"REASONS\['capture'\]: 'by taking stones' has no German",
    ),
    "a first step in a region that is not there": Slip(
        TABLE, '("captured", {}, ("board",),', '("captured", {}, ("bord",),',
        "FIRST_STEPS names the region 'bord'; did you mean 'board'",
    ),
    "a first step that the bot's game does not show": Slip(
        TABLE, '("moved", {}, ("board",),', '("moved", {"seat": 7}, ("board",),',
        "FIRST_STEPS names the event 'moved' with .* never told",
    ),
    "contents of places that nothing puts there": Slip(
        TABLE, "def put(", "def lay(", "write both or neither",
    ),
    "an event that no game told, without a line": Slip(
        RULES, "        game.state.cells = cells\n",
        '        game.state.cells = cells\n        if len(cells) > 99:\n'
        '            game.tell("grew", seat=seat)\n',
        "LINES has no 'grew', an event that no game told, but the rules can",
    ),
    "a board with other names than the rules": Slip(
        "table/templates/opener/board.html", 'target("cell-" ~ cell.name,',
        'target("cell-" ~ cell.number,', "points at 'cell-.*', which is not drawn",
    ),
}  # fmt: skip

#: Those of a group are planted together, as none of them hides another one.
IN_TABLE: tuple[dict[str, Slip], ...] = (
    {
        "a template that cannot be read": Slip(
            HELP, '<h3 id="help-turn">', "{% if %}",
            r"mill/help.html raises TemplateSyntaxError: .*help.html:3\)",
        ),
    },
    {
        "a function that is not there": Slip(
            TABLE, "def marks(", "def mark(", "has no marks",
        ),
    },
    {
        "an event without a line": Slip(
            TABLE, '    "toll": line(_("{player} asks for a toll.")),\n', "", "LINES has no 'toll'"
        ),
        "two choices with one name": Slip(
            TABLE, '_("Most sacks")', '_("Highest cards")', "pick_goal .* cannot be told apart",
        ),
        "a tip that raises": Slip(
            TABLE, "lambda played: 8 - played.times(", "lambda played: 8 - played.time(",
            "the weight of .* raises AttributeError",
        ),
        "a region in no pane": Slip(
            TABLE, ', (_("Hand"), ("hand",)))', ",)", "PANES names the region 'hand' 0 times",
        ),
        "a lesson that ends otherwise": Slip(
            LESSONS, '{"seats/0/cards": 3}', '{"seats/0/cards": 7}',
            "it ends with seats/0/cards = 3, and says 7",
        ),
        "an id twice": Slip(
            BOARD, '<rect class="mill-pile"', '<rect id="pile" class="mill-pile"',
            'id="pile" is drawn 3 times',
        ),
        "a round that no event begins": Slip(
            TABLE, "REGIONS = (", 'ROUND = ("daybreak", "day {n}")\nREGIONS = (',
            "ROUND names the event 'daybreak', which is never told",
        ),
        "a first step that no game takes": Slip(
            TABLE, "FACTS = {",
            'FIRST_STEPS = (("drow", {}, ("board",), "Draw."),)\nFACTS = {',
            "FIRST_STEPS names the event 'drow', which is never told; did you mean 'drew'",
        ),
        "a drawing that no picture can show": Slip(
            BOARD, '<svg class="board" viewBox="0 0 400 170"', '<svg class="board" width="400"',
            "no picture can show the region board, which PICTURE names",
        ),
    },
    {
        "lessons that the table does not offer": Slip(
            TABLE, "from .lessons import LESSONS as LESSONS\n", "",
            "write from .lessons import LESSONS as LESSONS",
        ),
        "a picture of a region without a drawing": Slip(
            BOARD, '<svg class="board" viewBox="0 0 400 170"', '<svg viewBox="0 0 400 170"',
            "PICTURE names the region board, which has no drawing",
        ),
    },
    {
        "a paragraph that the help has not": Slip(
            TABLE, 'RULES = {"act": "turn"}', 'RULES = {"act": "turns"}', 'no id="help-turns"',
        ),
        "a target without a name": Slip(
            BOARD, 'target("deck", _("Deck"))', 'target("deck")', "'deck' has no name for who",
        ),
        "a lesson that points at nothing": Slip(
            LESSONS, 'points=("deck",)', 'points=("dock",)',
            "it points at 'dock', which is not drawn",
        ),
        "words of a template that are not marked": Slip(
            BOARD, "{{ _(guest) }}", "Neighbours",
            "board shows words that have no German: neighbours",
        ),
    },
    {
        "a field of a line that is misspelt": Slip(
            TABLE, '_("{player} lays the card {card}.")', '_("{player} lays the card {crad}.")',
            "shows 'crad', and that event tells card, seat",
        ),
        "a label that is no Text": Slip(
            TABLE, "return Text(GOALS[what])", "return GOALS[what]", r"give back Text\(_\(…\)\)",
        ),
        "a function that may be left out, by another name": Slip(
            TABLE, "def moved(", "def move(", "nobody asks a table for 'move': is 'moved' meant",
        ),
        "a number in what is said at a first time": Slip(
            RULES, '_("A sack is worth more than most cards, and grain buys nothing else.")',
            '_("A sack is worth 8 points.")', "has a number",
        ),
        "changes of a version that is not": Slip(
            TABLE, "CHANGES: dict[int, tuple[str, ...]] = {}", 'CHANGES = {7: ("It rains.",)}',
            "CHANGES tells of version 7",
        ),
        "a target that is not drawn": Slip(
            TABLE, 'return f"card-{parts[1]}"', 'return f"cards-{parts[1]}"',
            r"points at 'cards-\d+', which is not drawn",
        ),
        "an inline style": Slip(
            BOARD, '<rect class="mill-pile"', '<rect style="fill: red" class="mill-pile"',
            "'style=' inline",
        ),
        "a region without a template": Slip(
            TABLE, 'REGIONS = ("board", "hand")\nPANES = (',
            'REGIONS = ("board", "hand", "yard")\nPANES = ((_("Goal"), ("yard",)), ',
            "the region yard raises TemplateNotFound",
        ),
    },
    {
        "a secret without a line for the others": Slip(
            TABLE, ', line(_("{player} draws a card."))),', ",),",
            "shows 'card', and somebody is told",
        ),
        "the beginning of a choice without words": Slip(
            TABLE, '    "lay": _("Lay a card"),\n', "", r"label\('act', .*raises KeyError: 'lay'",
        ),
        "paragraphs of the help by another name": Slip(
            TABLE, "RULES = {", "RULE = {", "nobody asks a table for 'RULE': is 'RULES' meant",
        ),
        "a wrong form of FACTS": Slip(
            TABLE, '"weight": 1', '"weight": "light"', r"FACTS\['weight'\]",
        ),
        "a mark that is not drawn": Slip(
            TABLE, '[f"laid-{seat}"]', '[f"pile-{seat}"]',
            r"names 'pile-\d', which was never drawn",
        ),
        "an inline script": Slip(
            HAND, '<rect class="mill-card"', '<rect onclick="lay()" class="mill-card"',
            "'onclick=' inline",
        ),
        "a label of an option that is not marked": Slip(
            RULES, 'label=_("Flood")', 'label="Deluge"',
            "the label of the option 'flood', 'Deluge', has no German",
        ),
        "a tip on a kind that is not there": Slip(
            TABLE, "lambda played: 8 - played.times(\"act\", \"buy\"),",
            "lambda played: 8 - played.times(\"acts\", \"buy\"),",
            "there is no kind 'acts'; did you mean 'act'",
        ),
        "a hand that a spectator has not": Slip(
            HAND, "if me is not none else []", "if true else []", "the region hand raises",
        ),
    },
    {
        "words that are not marked": Slip(
            TABLE, '_("Let it pass")', '"Let it go"', "'Let it go' has no German: mark it by",
        ),
        "a field of a label that is not given": Slip(
            TABLE, 'Text(_("Lay the card {n}"), n=last)', 'Text(_("Lay the card {n}"))',
            r"names \['n'\], but it is given \[\]",
        ),
        "a method of a kind by another name": Slip(
            RULES, "def refusals(", "def refusal(",
            "nobody asks Act for 'refusal': is 'refusals' meant",
        ),
        "FACTS that are not whole": Slip(TABLE, '    "days": (1, 3),\n', "", "FACTS has no days"),
        "a tip on a source of points that is not there": Slip(
            TABLE, "lambda played: 8 - played.times(\"act\", \"buy\"),",
            "lambda played: 8 - played.mine(\"sack\"),",
            "there is no source of points 'sack'; did you mean 'sacks'",
        ),
        "a lesson that chooses what cannot be": Slip(
            LESSONS, 'choice=("draw",)', 'choice=("sleep",)', r"seat 0 cannot choose \('sleep',\)",
        ),
        "a piece that is not drawn": Slip(
            TABLE, "return [f\"card-{data['card']}\"]", 'return ["comet"]',
            "names 'comet', and no data-piece",
        ),
        "a name that nobody gave": Slip(
            BOARD, "{{ view.deck }}", "{{ veiw.deck }}", "'veiw' is undef",
        ),
    },
    {
        "words without German": Slip(
            TABLE, '_("Let it pass")', '_("Let it go")', r"no German yet \(1\): 'Let it go'",
        ),
        "a source of points without a name": Slip(
            TABLE, '    "goal": _("Goal"),\n', "", r"source\('goal'\) raises KeyError",
        ),
        "an attribute of a kind by another name": Slip(
            RULES, "first_time =", "first_times =",
            "nobody asks Act for 'first_times': is 'first_time' meant",
        ),
        "a picture of no region": Slip(
            TABLE, '(("board",),)', '(("bord",),)', "PICTURE names 'bord', which is no region",
        ),
        "a number of a lesson that is another": Slip(
            LESSONS, 'At("seats/0/cards", 2)', 'At("seats/0/cards", 5)',
            "was written for 5, but the engine has 2",
        ),
        "a part of the view that is not there": Slip(
            BOARD, "{{ view.deck }}", "{{ view.dekc }}",
            r"the region board raises UndefinedError: .*'dekc' \(.*board.html:5\)",
        ),
        "a style that no picture can show": Slip(
            "table/static/mill/board.css", ".mill-house {\n  fill: #b98d5a;",
            ".mill-house {\n  fill: var(--wood-of-mills);",
            "no picture can show .*board.css: no style sheet sets --wood-of-mills ",
        ),
    },
    {
        "German that names what is not there": Slip(
            GERMAN, "legt die Karte {card}", "legt die Karte {karte}", r"names \['karte'\]",
        ),
        "an instruction without words": Slip(
            TABLE, "def instruction(", "def instructions(", "there is no instruction",
        ),
        "an answer without the arguments of its question": Slip(
            RULES, "choices: Sequence[Choice], *args: Part", "choices: Sequence[Choice]",
            r"Toll.answer cannot be called with the arguments that its choices",
        ),
        "a picture without columns": Slip(
            TABLE, '(("board",),)', '(("board"),)', "PICTURE is .* give columns of regions",
        ),
        "a board that changes the view": Slip(
            TABLE, 'for guest in view["guests"]]',
            'for guest in view["guests"]] and view.pop("turns")',
            "changes the view",
        ),
    },
)  # fmt: skip

#: By name the file, what is replaced by what, and why no check can know better.
UNNOTICED: dict[str, Slip] = {
    "points that the rulebook has otherwise": Slip(
        RULES, "8 * sacks", "7 * sacks", "either is a game",
    ),
    "a tie that nothing breaks": Slip(
        RULES, ', {"grain": [sum(grain.values()) for grain in state.grain]})', ")",
        "some games share their victories",
    ),
    "a seat that is asked in another's place": Slip(
        RULES, "game.ask(after, Toll, seat)", "game.ask((seat + 2) % 3, Toll, seat)",
        "somebody has to be asked, and any seat may be it",
    ),
    "German that says something else": Slip(
        GERMAN, '"Verlangst du einen Zoll?"', '"Zahlst du einen Zoll?"',
        "it names the same things, and only a reader knows",
    ),
}  # fmt: skip
