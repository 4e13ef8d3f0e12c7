"""The tables for what people do with each other, one module per subject."""

from community.models.clubs import Candidate, Club, ClubMember, ClubMessage
from community.models.messages import Conversation, PrivateMessage, Side
from community.models.news import News, NewsText
from community.models.profiles import Profile

__all__ = [
    "Candidate",
    "Club",
    "ClubMember",
    "ClubMessage",
    "Conversation",
    "News",
    "NewsText",
    "PrivateMessage",
    "Profile",
    "Side",
]
