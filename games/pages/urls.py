"""The addresses of the pages about games."""

from django.urls import URLPattern, URLResolver, include, path

from games.pages.catalogue import sitemap
from games.pages.catalogue import views as catalogue
from games.pages.clubs import acting as club_acts
from games.pages.clubs import editing as club_words
from games.pages.clubs import planning as club_events
from games.pages.clubs import views as clubs
from games.pages.lists import ahead, exports, lobby, mine, practice, standing, watched
from games.pages.people import (
    appealing,
    finding,
    friends,
    leaderboard,
    news,
    own_profile,
    player,
    reporting,
    statistics,
    talking,
)
from games.pages.studies import acting as study_acts
from games.pages.studies import printing as study_printing
from games.pages.studies import sharing as study_sharing
from games.pages.studies import views as studies
from games.pages.tournaments import arenas, importing, managing, regular
from games.pages.tournaments import views as tournaments
from games.pages.upkeep import reporting as reporting_faults
from games.pages.upkeep import views as upkeep

_AT_PLACE: list[URLPattern] = [
    path("", studies.show_place, name="study-node"),
    path("news/", studies.news, name="study-node-news"),
    path("giving/", studies.giving, name="study-node-giving"),
    path("giving/form/", studies.giving_form, name="study-node-giving-form"),
    path("choose/", study_acts.choose, name="study-node-choose"),
    path("comment/", study_acts.comment, name="study-node-comment"),
    path("edit/", study_acts.edit, name="study-node-edit"),
    path("hide/", study_acts.hide, name="study-node-hide"),
    path("judge/", study_acts.judge, name="study-node-judge"),
    path("mark/", study_acts.mark, name="study-node-mark"),
    path("puzzle/", study_acts.make_puzzle, name="study-node-puzzle"),
    path("reveal/", study_acts.reveal, name="study-node-reveal"),
    path("remove/", study_acts.remove, name="study-node-remove"),
]
_STUDY: list[URLPattern | URLResolver] = [
    path("", studies.study, name="study"),
    path("share/", study_sharing.share, name="study-share"),
    path("print/", study_printing.to_print, name="study-print"),
    path("study.json", study_printing.as_file, name="study-file"),
    path("share/<slug:study_deed>/", study_sharing.act_on_study, name="study-act"),
    path("chapters/add/", study_sharing.add_chapter, name="study-chapter-add"),
    path("<int:chapter_id>/<str:spot>/", include(_AT_PLACE)),
]

urlpatterns = [
    path("studies/", studies.studies, name="studies"),
    path("studies/new/", study_sharing.new, name="study-new"),
    path("studies/<int:study_id>/", include(_STUDY)),
    path("", catalogue.show_start, name="start"),
    path("games/", catalogue.catalogue, name="games"),
    path("games/types/<slug:slug>/", catalogue.game_type, name="game-type"),
    path("games/types/<slug:slug>/new/", catalogue.new, name="game-new"),
    path("games/types/<slug:slug>/first/", catalogue.learn_first, name="learn-first"),
    path("play/", catalogue.play_now, name="play-now"),
    path("sitemap.xml", sitemap.sitemap, name="sitemap"),
    path("games/types/<slug:slug>/card.png", catalogue.card, name="game-card"),
    path("games/types/<slug:slug>/board.png", catalogue.sample, name="game-sample"),
    path("games/types/<slug:slug>/step-<int:number>.png", catalogue.sample, name="game-step"),
    path(
        "games/types/<slug:slug>/dictionary/<slug:language>/<int:game_id>/",
        catalogue.dictionary_of_tables,
        name="game-dictionary",
    ),
    path("watched/", watched.show_watched, name="watched"),
    path("lobby/", lobby.lobby, name="lobby"),
    path("lobby/quick/", lobby.quick, name="quick-match"),
    path("lobby/standing/", standing.invitations, name="standing"),
    path(
        "lobby/standing/<int:invitation_id>/<slug:change>/",
        standing.change_invitation,
        name="standing-act",
    ),
    path("players/<str:username>/", player.show_player, name="player"),
    path("players/<str:username>/<slug:what>/act/", player.act_on_person, name="player-act"),
    path("accounts/exports/", exports.exports, name="exports"),
    path("accounts/exports/<slug:form>/", exports.export, name="export"),
    path("feeds/<slug:key>.ics", exports.deadlines, name="feed"),
    path("people/", finding.people, name="people"),
    path("news/", news.news, name="site-news"),
    path("news/<int:news_id>/", news.item, name="site-news-item"),
    path("news/feed.atom", news.feed, name="site-news-feed"),
    path("people/me/", own_profile.oneself, name="oneself"),
    path("people/me/name/", own_profile.rename, name="rename"),
    path("clubs/", clubs.clubs, name="clubs"),
    path("clubs/new/", club_words.new, name="club-new"),
    path("clubs/<int:club_id>/", clubs.club, name="club"),
    path("clubs/<int:club_id>/edit/", club_words.edit, name="club-edit"),
    path("clubs/<int:club_id>/members/", clubs.members, name="club-members"),
    path("clubs/<int:club_id>/games/", clubs.club_games, name="club-games"),
    path("clubs/<int:club_id>/talk/", clubs.club_talk, name="club-talk"),
    path("clubs/<int:club_id>/events/<slug:slug>/", club_events.new, name="club-event-new"),
    path(
        "clubs/<int:club_id>/events/<int:event_id>/<slug:reply>/",
        club_acts.answer_event,
        name="club-event",
    ),
    path("clubs/<int:club_id>/invite/", club_acts.invite, name="club-invite"),
    path("clubs/<int:club_id>/<slug:deed>/", club_acts.act_on_club, name="club-act"),
    path("messages/", talking.inbox, name="messages"),
    path("messages/<str:username>/", talking.conversation, name="messages-with"),
    path("messages/<str:username>/<slug:what>/", talking.act_on_conversation, name="messages-act"),
    path("friends/", friends.friends, name="friends"),
    path("friends/add/", friends.add, name="friend-add"),
    path("friends/circles/", friends.make_circle, name="circle-make"),
    path("friends/circles/<int:circle_id>/delete/", friends.drop_circle, name="circle-drop"),
    path("friends/start/<int:preset_id>/", friends.start_preset_game, name="preset-start"),
    path("accounts/visibility/", friends.visibility, name="visibility"),
    path("games/types/<slug:slug>/leaderboard/", leaderboard.leaderboard, name="leaderboard"),
    path("games/types/<slug:slug>/statistics/", statistics.statistics, name="statistics"),
    path("players/<str:username>/games/", player.player_games, name="player-games"),
    path("report/<slug:about>/<int:number>/", reporting.report, name="report"),
    path("games/<int:game_id>/wrong/", reporting_faults.wrong, name="game-wrong"),
    path("upkeep/", upkeep.mine, name="upkeep"),
    path("upkeep/<slug:slug>/", upkeep.show_package, name="upkeep-type"),
    path("upkeep/<slug:slug>/<slug:deed>/", upkeep.act_on_package, name="upkeep-act"),
    path("appeal/<str:signed>/", appealing.appeal, name="appeal"),
    path("tournaments/", tournaments.tournaments, name="tournaments"),
    path("tournaments/new/", tournaments.new, name="tournament-new"),
    path("tournaments/series/<int:series_id>/", regular.show_series, name="series"),
    path("tournaments/series/<int:series_id>/change/", regular.change, name="series-change"),
    path("tournaments/series/<int:series_id>/stop/", regular.stop, name="series-stop"),
    path("tournaments/<int:tournament_id>/", tournaments.tournament, name="tournament"),
    path("tournaments/<int:tournament_id>/live/", arenas.live, name="arena-live"),
    path("tournaments/<int:tournament_id>/guest/", arenas.join_as_guest, name="arena-guest"),
    path("tournaments/<int:tournament_id>/next/", arenas.go_to_next, name="arena-next"),
    path("tournaments/<int:tournament_id>/log/", tournaments.log, name="tournament-log"),
    path(
        "tournaments/<int:tournament_id>/standings.csv",
        tournaments.standings_csv,
        name="tournament-csv",
    ),
    path(
        "tournaments/<int:tournament_id>/<slug:trf_form>.trf",
        tournaments.trf,
        name="tournament-trf",
    ),
    path("tournaments/<int:tournament_id>/run/", managing.run, name="tournament-run"),
    path(
        "tournaments/<int:tournament_id>/tables/<int:table_id>/",
        managing.result,
        name="tournament-result",
    ),
    path("tournaments/<int:tournament_id>/invite/", tournaments.invite, name="tournament-invite"),
    path(
        "tournaments/<int:tournament_id>/import/",
        importing.import_players,
        name="tournament-import",
    ),
    path(
        "tournaments/<int:tournament_id>/<slug:deed>/",
        tournaments.act_on_tournament,
        name="tournament-act",
    ),
    path("my/", mine.my, name="my"),
    path("games/<int:game_id>/glance.png", mine.glance, name="game-glance"),
    path("practice/", practice.show_practice, name="practice"),
    path("plans/", ahead.show_plans, name="plans"),
    path("next/", mine.next_game, name="next"),
]
