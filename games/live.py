"""News of a change, sent after it is stored. A lost one comes later, by the sweep."""


def publish(game_id: int, version: int) -> None:
    """Tell all who look at the game that there is something new; never slow, never an error."""
