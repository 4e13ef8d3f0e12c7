"""What can go wrong in the engine, told apart by who is to blame."""


class IllegalChoice(ValueError):
    """Somebody sent a choice that is not open to that seat; the message says what was wrong."""


class BadOptions(ValueError):
    """A game cannot be made with these options or this number of players; the message says why."""


class RulesError(RuntimeError):
    """A rules module broke its word (a bug): no legal choice, an endless turn, an exception."""
