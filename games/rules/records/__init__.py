"""Games as documents: reading one, playing it again by the rules, writing it down for people.

::

    from games.rules.records import documents, sheet, verify

    for document in documents("game.json"):
        verify(document)  # Unfair: the first move that is against the rules
        print(sheet(document, "en"))
"""

from .document import FORMAT, Document, schema
from .fairness import Unfair, Verdict, replay, verify
from .reading import BadDocument, documents
from .sheet import sheet

__all__ = [
    "FORMAT",
    "BadDocument",
    "Document",
    "Unfair",
    "Verdict",
    "documents",
    "replay",
    "schema",
    "sheet",
    "verify",
]
