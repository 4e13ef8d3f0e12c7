"""Programs that think ahead, for every game type, without knowledge of any.

Of the choices of a question the most promising (``candidates``) are all played on, in the same
worlds as they might be (``worlds``) and with the same chance, by a quick policy and to a horizon
(``rollouts``); the worse half of them drops out as it goes (``halving``). A game type that hides
nothing may have the others' best replies looked for instead (``replies``).
"""

from .players import player
from .question import Question, answer, question
from .replies import Lookahead, replier
from .thinking import Budget, thinker

__all__ = [
    "Budget",
    "Lookahead",
    "Question",
    "answer",
    "player",
    "question",
    "replier",
    "thinker",
]
