"""The addresses of the pages about games."""

from django.urls import path

from games.pages.catalogue import sitemap
from games.pages.catalogue import views as catalogue
from games.pages.lists import exports, lobby, mine
from games.pages.people import appealing, friends, leaderboard, player, reporting, statistics

urlpatterns = [
    path("", catalogue.start, name="start"),
    path("games/", catalogue.catalogue, name="games"),
    path("games/types/<slug:slug>/", catalogue.game_type, name="game-type"),
    path("games/types/<slug:slug>/new/", catalogue.new, name="game-new"),
    path("play/", catalogue.play_now, name="play-now"),
    path("sitemap.xml", sitemap.sitemap, name="sitemap"),
    path("games/types/<slug:slug>/card.png", catalogue.card, name="game-card"),
    path("games/types/<slug:slug>/board.png", catalogue.sample, name="game-sample"),
    path("games/types/<slug:slug>/step-<int:number>.png", catalogue.sample, name="game-step"),
    path("lobby/", lobby.lobby, name="lobby"),
    path("lobby/quick/", lobby.quick, name="quick-match"),
    path("players/<str:username>/", player.page, name="player"),
    path("players/<str:username>/<slug:what>/act/", player.act, name="player-act"),
    path("accounts/exports/", exports.exports, name="exports"),
    path("accounts/exports/<slug:form>/", exports.export, name="export"),
    path("feeds/<slug:key>.ics", exports.deadlines, name="feed"),
    path("friends/", friends.friends, name="friends"),
    path("friends/add/", friends.add, name="friend-add"),
    path("friends/circles/", friends.make_circle, name="circle-make"),
    path("friends/circles/<int:circle_id>/delete/", friends.drop_circle, name="circle-drop"),
    path("friends/start/<int:preset_id>/", friends.start, name="preset-start"),
    path("accounts/visibility/", friends.visibility, name="visibility"),
    path("games/types/<slug:slug>/leaderboard/", leaderboard.leaderboard, name="leaderboard"),
    path("games/types/<slug:slug>/statistics/", statistics.statistics, name="statistics"),
    path("players/<str:username>/games/", player.player_games, name="player-games"),
    path("report/<slug:about>/<int:number>/", reporting.report, name="report"),
    path("appeal/<str:signed>/", appealing.appeal, name="appeal"),
    path("my/", mine.my, name="my"),
    path("games/<int:game_id>/glance.png", mine.glance, name="game-glance"),
    path("next/", mine.next_game, name="next"),
]
