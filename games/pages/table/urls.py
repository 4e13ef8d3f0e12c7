"""The addresses of the pages of one game, and of their forms."""

from django.urls import URLPattern, URLResolver, include, path

from games.pages.table import views as table
from games.pages.table.act import acting, teaching
from games.pages.table.after import analysis, playing_on
from games.pages.table.trying import views as trying
from games.pages.table.view import embed, feed, room

_OF_LINE: list[URLPattern] = [
    path("", trying.show_line, name="game-line"),
    path("choose/", trying.choose, name="game-line-choose"),
    path("undo/", trying.undo, name="game-line-undo"),
    path("go/", trying.go_to, name="game-line-go"),
    path("draw/", trying.draw_again, name="game-line-draw"),
    path("remove/", trying.remove_node, name="game-line-remove"),
    path("note/", trying.write_note, name="game-line-note"),
    path("share/", trying.share, name="game-line-share"),
    path("do/", trying.do_first, name="game-line-do"),
    path("plan/", trying.plan, name="game-line-plan"),
    path("delete/", trying.delete_line, name="game-line-delete"),
    path("giving/", trying.giving, name="game-line-giving"),
    path("giving/form/", trying.giving_form, name="game-line-giving-form"),
]
_BELOW: list[URLPattern | URLResolver] = [
    path("", table.show_table, name="game"),
    path("news/", table.news, name="game-news"),
    path("embed/", embed.show_embed, name="game-embed"),
    path("log/", table.log, name="game-log"),
    path("moves.txt", table.moves, name="game-moves"),
    path("moves.atom", feed.moves, name="game-feed"),
    path("picture.png", table.end_picture, name="game-picture"),
    path("card.png", table.end_picture, {"card": True}, name="game-end-card"),
    path("seen/", acting.seen, name="game-seen"),
    path("giving/", table.giving, name="game-giving"),
    path("giving/form/", table.giving_form, name="game-giving-form"),
    path("choose/", acting.choose, name="game-choose"),
    path("lesson/choose/", teaching.choose, name="game-lesson-choose"),
    path("lesson/go-on/", teaching.continue_lesson, name="game-lesson-go-on"),
    path("lesson/show/", teaching.play_for_pupil, name="game-lesson-show"),
    path("lesson/back/", teaching.back, name="game-lesson-back"),
    path("lesson/leave/", teaching.leave_lesson, name="game-lesson-leave"),
    path("lesson/why/", teaching.why, name="game-lesson-why"),
    path("confirm/", acting.confirm, name="game-confirm"),
    path("undo/", acting.undo, name="game-undo"),
    path("hint/", acting.ask_for_hint, name="game-hint"),
    path("resign/", acting.resign, name="game-resign"),
    path("take-back/", acting.take_back, name="game-take-back"),
    path("replace/", acting.replace, name="game-replace"),
    path("more-time/", acting.give_day, name="game-more-time"),
    path("name/", acting.rename, name="game-name"),
    path("votes/", acting.call_vote, name="game-votes"),
    path("votes/<int:vote_id>/", acting.vote, name="game-vote"),
    path("better/", analysis.show_analysis, name="game-better"),
    path("better/ask/", analysis.request_analysis, name="game-better-ask"),
    path("better/<int:number>.png", analysis.board, name="game-better-board"),
    path("play-on/", playing_on.show_branch, name="game-play-on"),
    path("play-on/start/", playing_on.start_practice, name="game-play-on-start"),
    path("lines/", trying.list_lines, name="game-lines"),
    path("lines/open/", trying.open_line, name="game-lines-open"),
    path("lines/<int:line_id>/", include(_OF_LINE)),
    path("rematch/", acting.agree_to_rematch, name="game-rematch"),
    path("rematch/decline/", acting.decline_rematch, name="game-no-rematch"),
    path("notes/", acting.write_notes, name="game-notes"),
    path("later/", acting.put_off, name="game-later"),
    path("first-time/", acting.hear_first_time, name="game-first-time"),
    path("no-account/", acting.ask_no_more, name="game-no-account"),
    path("chat/", acting.write_message, name="game-chat"),
    path("chat/onlookers/", acting.say_to_onlookers, name="game-chat-onlookers"),
    path("chat/react/", acting.react, name="game-react"),
    path("instructions/", acting.leave_instruction, name="game-instruct"),
    path("instructions/cancel/", acting.cancel_instruction, name="game-instruct-cancel"),
    path("plans/forget/", acting.forget_plan, name="game-plan-forget"),
    path("decline/", room.decline, name="game-decline"),
    path("join/", room.join_table, name="game-join"),
    path("ready/", room.ready, name="game-ready"),
    path("leave/", room.leave_table, name="game-leave"),
    path("cancel/", room.cancel, name="game-cancel"),
    path("invite/", room.invite, name="game-invite"),
]

urlpatterns = [
    path("lessons/", teaching.begin_lesson, name="lesson-begin"),
    path("games/<int:game_id>/", include(_BELOW)),
]
