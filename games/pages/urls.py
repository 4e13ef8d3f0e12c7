"""The addresses of the pages about games."""

from django.urls import path

from games.pages import catalogue, lobby, mine, room, table

urlpatterns = [
    path("", catalogue.start, name="start"),
    path("games/", catalogue.catalogue, name="games"),
    path("games/types/<slug:slug>/", catalogue.game_type, name="game-type"),
    path("games/types/<slug:slug>/new/", catalogue.new, name="game-new"),
    path("games/types/<slug:slug>/try/", catalogue.try_now, name="game-try"),
    path("games/types/<slug:slug>/board.png", catalogue.sample, name="game-sample"),
    path("games/types/<slug:slug>/step-<int:number>.png", catalogue.sample, name="game-step"),
    path("lobby/", lobby.lobby, name="lobby"),
    path("lobby/quick/", lobby.quick, name="quick-match"),
    path("players/<str:username>/games/", lobby.player_games, name="player-games"),
    path("my/", mine.my, name="my"),
    path("next/", mine.next_game, name="next"),
    path("games/<int:game_id>/", table.page, name="game"),
    path("games/<int:game_id>/news/", table.news, name="game-news"),
    path("games/<int:game_id>/log/", table.log, name="game-log"),
    path("games/<int:game_id>/picture.png", table.end_picture, name="game-picture"),
    path("games/<int:game_id>/glance.png", mine.glance, name="game-glance"),
    path("games/<int:game_id>/seen/", table.seen, name="game-seen"),
    path("games/<int:game_id>/choose/", table.choose, name="game-choose"),
    path("games/<int:game_id>/confirm/", table.confirm, name="game-confirm"),
    path("games/<int:game_id>/undo/", table.undo, name="game-undo"),
    path("games/<int:game_id>/resign/", table.resign, name="game-resign"),
    path("games/<int:game_id>/take-back/", table.take_back, name="game-take-back"),
    path("games/<int:game_id>/replace/", table.replace, name="game-replace"),
    path("games/<int:game_id>/votes/", table.call_vote, name="game-votes"),
    path("games/<int:game_id>/votes/<int:vote_id>/", table.vote, name="game-vote"),
    path("games/<int:game_id>/rematch/", table.agree_to_rematch, name="game-rematch"),
    path("games/<int:game_id>/rematch/decline/", table.decline_rematch, name="game-no-rematch"),
    path("games/<int:game_id>/no-account/", table.ask_no_more, name="game-no-account"),
    path("games/<int:game_id>/chat/", table.say, name="game-chat"),
    path("games/<int:game_id>/instructions/", table.leave_instruction, name="game-instruct"),
    path(
        "games/<int:game_id>/instructions/cancel/",
        table.cancel_instruction,
        name="game-instruct-cancel",
    ),
    path("games/<int:game_id>/decline/", room.decline, name="game-decline"),
    path("games/<int:game_id>/join/", room.join, name="game-join"),
    path("games/<int:game_id>/leave/", room.leave, name="game-leave"),
    path("games/<int:game_id>/cancel/", room.cancel, name="game-cancel"),
    path("games/<int:game_id>/invite/", room.invite, name="game-invite"),
]
