"""The addresses of the pages of one game, and of what its forms send."""

from django.urls import include, path

from games.pages.table import acting, feed, room
from games.pages.table import views as table

_BELOW = [
    path("", table.page, name="game"),
    path("news/", table.news, name="game-news"),
    path("log/", table.log, name="game-log"),
    path("moves.atom", feed.moves, name="game-feed"),
    path("picture.png", table.end_picture, name="game-picture"),
    path("seen/", acting.seen, name="game-seen"),
    path("giving/", table.giving, name="game-giving"),
    path("giving/form/", table.giving_form, name="game-giving-form"),
    path("choose/", acting.choose, name="game-choose"),
    path("confirm/", acting.confirm, name="game-confirm"),
    path("undo/", acting.undo, name="game-undo"),
    path("resign/", acting.resign, name="game-resign"),
    path("take-back/", acting.take_back, name="game-take-back"),
    path("replace/", acting.replace, name="game-replace"),
    path("votes/", acting.call_vote, name="game-votes"),
    path("votes/<int:vote_id>/", acting.vote, name="game-vote"),
    path("rematch/", acting.agree_to_rematch, name="game-rematch"),
    path("rematch/decline/", acting.decline_rematch, name="game-no-rematch"),
    path("notes/", acting.write_notes, name="game-notes"),
    path("later/", acting.put_off, name="game-later"),
    path("no-account/", acting.ask_no_more, name="game-no-account"),
    path("chat/", acting.say, name="game-chat"),
    path("instructions/", acting.leave_instruction, name="game-instruct"),
    path("instructions/cancel/", acting.cancel_instruction, name="game-instruct-cancel"),
    path("decline/", room.decline, name="game-decline"),
    path("join/", room.join, name="game-join"),
    path("leave/", room.leave, name="game-leave"),
    path("cancel/", room.cancel, name="game-cancel"),
    path("invite/", room.invite, name="game-invite"),
]

urlpatterns = [path("games/<int:game_id>/", include(_BELOW))]
