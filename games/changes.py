"""Signals about what happens to games; senders do not know their receivers.

Receivers are connected in ``games.apps``. All signals are sent with ``sender=None``.

Sent in the transaction of the change, so that a receiver's work and its failure are part of it:

* ``recorded(position, mover, now)``: a change of the position was stored; ``mover`` is the seat
  that made it, None if no seat did
* ``interrupted(position, now)``: the game was paused, resumed or cancelled

Sent outside of any transaction:

* ``failed(game_id, error)``: the rules of a game failed, and the action was not carried out

Sent after the commit, once per transaction; a receiver's error is logged and affects no others:

* ``committed(position, by)``: the position has changed; ``by`` is the user who made the first of
  the changes, None if nobody did
* ``beside(game_id)``: something beside the moves has changed, such as a vote
* ``finished(position)``: the game has ended with a result
"""

from typing import Any

from django.db import transaction
from django.dispatch import Signal

recorded = Signal()
interrupted = Signal()
committed = Signal()
failed = Signal()
beside = Signal()
finished = Signal()


def after_commit(signal: Signal, **values: Any) -> None:
    """Send the signal once the transaction has been committed."""

    def announce() -> None:
        signal.send_robust(sender=None, **values)

    transaction.on_commit(announce, robust=True)
