from datetime import timedelta

from django.contrib.postgres.fields import ArrayField
from django.db import migrations, models
from django.db.models import (
    CASCADE,
    PROTECT,
    SET_NULL,
    CheckConstraint,
    Deferrable,
    F,
    Index,
    Q,
    UniqueConstraint,
)
from django.utils import timezone

from boardgames.database.tables import ID, USER, create_table
from games.models import new_key, new_seed

REPLACED = """
    0002_time_actions 0003_absence 0004_running_clocks 0005_votes_and_pauses 0006_questions_aside
    0007_list_indexes 0008_breaking 0009_help_texts 0010_rematch 0011_waits_and_habits 0012_tallies
    0013_finished_index 0014_notebook 0015_reports 0018_invitations_lapse 0019_cases 0021_practice
    0022_tournaments 0023_elimination 0024_thinking 0025_swiss 0026_lobby 0028_milestones
    0029_standing_invitations 0030_live_tables 0031_club_games 0032_club_events 0034_bests
    0035_newest_first 0036_talk_of_onlookers 0037_regulars 0040_in_turn_of_clubs_and_ladders
    0041_running_tournaments 0042_series 0043_code_that_failed 0044_stages 0045_last_pictures
    0046_upkeep 0047_packed_games 0048_games_to_pack 0049_joined_at 0050_shared_places
    0051_what_counts 0052_absences_in_ratings 0053_feed_entries 0054_reports_in_clubs
    0055_unplayed_tables
"""

CHANGES = [
    ("start", "the game's start"),
    ("resigned", "resigned"),
    ("forfeited", "seat lost on time"),
    ("timeout", "ran out of time"),
    ("returned", "the owner came back"),
    ("replaced", "replaced"),
]
STATES = [("open", "open"), ("acted", "action taken"), ("dismissed", "no action needed")]
REASONS = [
    ("threat", "threats or hatred"),
    ("insult", "insults"),
    ("spam", "advertising or spam"),
    ("name", "an offensive name"),
    ("stalling", "stalling, or leaving games repeatedly"),
    ("cheating", "cheating or several accounts"),
    ("broken", "something is wrong with the game"),
    ("other", "something else"),
]
STAGES = [
    ("alpha", "alpha: only its testers see it"),
    ("beta", "beta: only players who want betas see it"),
    ("published", "published"),
]


class Migration(migrations.Migration):
    initial = True
    replaces = [("games", name) for name in REPLACED.split()]
    dependencies = [("accounts", "0001_initial"), ("community", "0001_initial")]
    operations = [
        create_table(
            "Game",
            {
                "id": ID,
                "type": models.CharField("game type", max_length=40),
                "rules_version": models.PositiveSmallIntegerField(default=1),
                "options": models.JSONField(
                    default=dict, help_text="every option of the game type, by name"
                ),
                "players": models.PositiveSmallIntegerField("players"),
                "status": models.CharField(
                    "status",
                    max_length=10,
                    default="open",
                    choices=[
                        ("open", "open"),
                        ("running", "running"),
                        ("finished", "finished"),
                        ("cancelled", "cancelled"),
                    ],
                ),
                "visibility": models.CharField(
                    "visibility",
                    max_length=10,
                    default="public",
                    choices=[("public", "anyone can join"), ("private", "by invitation")],
                ),
                "key": models.CharField(
                    max_length=32,
                    default=new_key,
                    help_text="opens a private game to whoever has the link",
                ),
                "clock": models.JSONField(
                    default=dict, help_text="a games.clocks.kinds.Clock as data"
                ),
                "live_clock": models.JSONField(
                    null=True,
                    blank=True,
                    help_text="the live clock that it began with; null: with none",
                ),
                "rated": models.BooleanField(default=False),
                "asks": models.JSONField(
                    null=True,
                    blank=True,
                    help_text="who may join, as games.lobby.requirements.Requirements; null: everybody",
                ),
                "quick": models.BooleanField(
                    default=False,
                    db_default=False,
                    help_text="opened by a quick match that found no game",
                ),
                "practice": models.BooleanField(
                    default=False,
                    db_default=False,
                    help_text="one person's, for practice: no list, rating, statistic or e-mail has it",
                ),
                "lesson": models.CharField(
                    max_length=40,
                    blank=True,
                    default="",
                    db_default="",
                    help_text="the lesson that is followed in it",
                ),
                "branch_of": models.ForeignKey(
                    "games.game",
                    SET_NULL,
                    null=True,
                    blank=True,
                    db_index=False,
                    related_name="branches",
                    help_text="the game from whose position it was played on",
                ),
                "branch_at": models.PositiveIntegerField(
                    null=True,
                    blank=True,
                    help_text="the move of that game after which it was played on",
                ),
                "stage": models.CharField(
                    "stage",
                    max_length=10,
                    blank=True,
                    default="",
                    db_default="",
                    choices=[("alpha", "alpha"), ("beta", "beta")],
                    help_text="its type's stage when it was created; games of alphas and betas count nowhere",
                ),
                "organised": models.BooleanField(
                    default=False,
                    db_default=False,
                    help_text="of a running tournament: its players can neither pause nor cancel it",
                ),
                "club": models.ForeignKey(
                    "community.club",
                    PROTECT,
                    null=True,
                    blank=True,
                    db_index=False,
                    related_name="games",
                    verbose_name="club",
                    help_text="only its members can join and watch",
                ),
                "seed": models.BinaryField(default=new_seed),
                "seed_hash": models.CharField(max_length=64, editable=False),
                "state": models.BinaryField(default=b""),
                "version": models.PositiveIntegerField(default=0),
                "public_version": models.PositiveIntegerField(default=0),
                "published_version": models.PositiveIntegerField(
                    default=0, help_text="the newest version that was published"
                ),
                "number": models.PositiveIntegerField(default=0),
                "packed": models.BooleanField(
                    default=False,
                    db_default=False,
                    help_text="its moves are in one row: games.storage.packing",
                ),
                "unplayed": models.BooleanField(
                    default=False,
                    db_default=False,
                    help_text="it ended before all who began it had played: it counts nowhere",
                ),
                "result": models.JSONField(
                    null=True,
                    blank=True,
                    help_text="as games.rules.records.results.outcome returns it",
                ),
                "created_by": models.ForeignKey(
                    USER,
                    PROTECT,
                    db_index=False,
                    related_name="games_made",
                    verbose_name="created by",
                ),
                "created_at": models.DateTimeField("created at", default=timezone.now),
                "joined_at": models.DateTimeField(
                    null=True, blank=True, help_text="when somebody last joined before the start"
                ),
                "started_at": models.DateTimeField("started", null=True, blank=True),
                "moved_at": models.DateTimeField("last move", null=True, blank=True),
                "finished_at": models.DateTimeField("finished", null=True, blank=True),
                "paused_at": models.DateTimeField(
                    "paused since",
                    null=True,
                    blank=True,
                    help_text="no clock runs; moves are possible",
                ),
                "paused_by": models.CharField(
                    "paused by",
                    max_length=10,
                    blank=True,
                    default="",
                    db_default="",
                    choices=[
                        ("vote", "its players"),
                        ("moderator", "a moderator"),
                        ("organiser", "the organiser of its tournament"),
                    ],
                ),
                "ready_by": models.DateTimeField(
                    null=True,
                    blank=True,
                    help_text="until when everybody has to say that they are ready",
                ),
                "voting": models.BooleanField(
                    default=False,
                    db_default=False,
                    help_text="a vote is open: every move has to check it",
                ),
                "broken_at": models.DateTimeField("broken since", null=True, blank=True),
                "broken_reason": models.TextField(blank=True),
                "broken_code": models.CharField(
                    max_length=16,
                    blank=True,
                    default="",
                    db_default="",
                    help_text="the code of the rules that failed last",
                ),
            },
            verbose_name="game",
            verbose_name_plural="games",
            permissions=[
                ("moderate_game", "May moderate games"),
                ("mend_game", "May mend stopped games"),
            ],
            indexes=[
                Index(fields=["status", "-id"], name="game_status"),
                Index(fields=["type", "status", "-id"], name="game_type"),
                Index(
                    fields=["type", "finished_at", "id"],
                    name="game_finished",
                    condition=Q(status="finished"),
                ),
                Index(
                    fields=["branch_of"], name="game_branch", condition=Q(branch_of__isnull=False)
                ),
                Index(
                    fields=["created_by", "-id"], name="game_practice", condition=Q(practice=True)
                ),
                Index(
                    fields=["club", "status", "-id"],
                    name="game_club",
                    condition=Q(club__isnull=False),
                ),
                Index(fields=["id"], name="game_quick", condition=Q(quick=True, status="open")),
                Index(fields=["ready_by"], name="game_ready", condition=Q(ready_by__isnull=False)),
                Index(fields=["id"], name="game_broken", condition=Q(broken_at__isnull=False)),
                Index(
                    fields=["id"],
                    name="game_unpublished",
                    condition=Q(published_version__lt=F("version")),
                ),
                Index(
                    fields=["finished_at"],
                    name="game_to_pack",
                    condition=Q(packed=False, status="finished"),
                ),
                Index(
                    fields=["paused_at"], name="game_paused", condition=Q(paused_at__isnull=False)
                ),
            ],
        ),
        create_table(
            "Series",
            {
                "id": ID,
                "name": models.CharField(max_length=60),
                "organiser": models.ForeignKey(USER, PROTECT, related_name="series_run"),
                "club": models.ForeignKey(
                    "community.club",
                    PROTECT,
                    null=True,
                    db_index=False,
                    related_name="series",
                    help_text="only its members can join and see it",
                ),
                "plan": models.JSONField(help_text="a games.tournaments.entering.Plan as data"),
                "rhythm": models.CharField(
                    max_length=8,
                    choices=[
                        ("week", "every week"),
                        ("month", "every month"),
                        ("quarter", "every quarter"),
                        ("over", "when the previous one is over"),
                    ],
                ),
                "joining": models.PositiveSmallIntegerField(
                    help_text="days for joining; none: each edition starts as soon as it is full"
                ),
                "anchor": models.DateTimeField(
                    help_text="start of the first edition, from which others count"
                ),
                "next_at": models.DateTimeField(null=True),
                "active": models.BooleanField(default=True),
                "number": models.PositiveIntegerField(default=0, help_text="of the last edition"),
                "trouble": models.CharField(
                    max_length=40,
                    blank=True,
                    help_text="why the next edition cannot be opened, as a code",
                ),
                "made_at": models.DateTimeField(default=timezone.now),
            },
            verbose_name_plural="series",
            indexes=[
                Index(fields=["next_at"], name="series_due", condition=Q(next_at__isnull=False)),
                Index(fields=["active", "-id"], name="series_active"),
            ],
        ),
        create_table(
            "Tournament",
            {
                "id": ID,
                "name": models.CharField(max_length=60),
                "kind": models.CharField(
                    max_length=12,
                    choices=[
                        ("robin", "round robin"),
                        ("elimination", "elimination"),
                        ("swiss", "Swiss"),
                        ("ladder", "ladder"),
                        ("league", "league"),
                    ],
                ),
                "status": models.CharField(
                    max_length=10,
                    default="open",
                    choices=[
                        ("open", "open"),
                        ("running", "running"),
                        ("finished", "over"),
                        ("cancelled", "cancelled"),
                    ],
                ),
                "organiser": models.ForeignKey(USER, PROTECT, related_name="tournaments_run"),
                "club": models.ForeignKey(
                    "community.club",
                    PROTECT,
                    null=True,
                    db_index=False,
                    related_name="tournaments",
                    help_text="only its members can join and see it",
                ),
                "series": models.ForeignKey(
                    "games.series", PROTECT, null=True, db_index=False, related_name="editions"
                ),
                "edition": models.PositiveIntegerField(
                    null=True, help_text="of its series, from 1"
                ),
                "type": models.CharField(max_length=40),
                "options": models.JSONField(
                    default=dict, help_text="every option of the game type, by name"
                ),
                "further": models.JSONField(
                    null=True,
                    help_text="further types with their options, played in turn with the first",
                ),
                "players": models.PositiveSmallIntegerField(help_text="at one table"),
                "clock": models.JSONField(help_text="a games.clocks.kinds.Clock as data"),
                "rated": models.BooleanField(default=True),
                "least": models.PositiveSmallIntegerField(
                    help_text="with fewer people it is cancelled"
                ),
                "most": models.PositiveSmallIntegerField(),
                "starts_at": models.DateTimeField(
                    null=True, help_text="empty: as soon as it is full"
                ),
                "days": models.PositiveSmallIntegerField(
                    help_text="for a round; for all of a round robin"
                ),
                "group_size": models.PositiveSmallIntegerField(
                    default=8, help_text="of a round robin; of a division of a league"
                ),
                "rising": models.PositiveSmallIntegerField(
                    default=0,
                    db_default=0,
                    help_text="in a league: how many are promoted and relegated",
                ),
                "match": models.PositiveSmallIntegerField(
                    default=1,
                    db_default=1,
                    help_text="games of a match, in an elimination with tables of two",
                ),
                "lives": models.PositiveSmallIntegerField(
                    default=1,
                    db_default=1,
                    help_text="lost matches that put a player out of an elimination",
                ),
                "rounds": models.PositiveSmallIntegerField(
                    default=0, db_default=0, help_text="of a Swiss"
                ),
                "at_once": models.PositiveSmallIntegerField(
                    help_text="most games at a time for one person"
                ),
                "late": models.CharField(
                    max_length=10,
                    default="stands",
                    choices=[("stands", "the current points decide"), ("draw", "it is a draw")],
                ),
                "points": ArrayField(models.FloatField(), help_text="for each place at a table"),
                "tie_breaks": ArrayField(
                    models.CharField(max_length=12), help_text="in this order"
                ),
                "arithmetic": models.PositiveSmallIntegerField(
                    default=2, db_default=1, help_text="one of Arithmetic"
                ),
                "lowest": models.PositiveSmallIntegerField(null=True, help_text="rating"),
                "highest": models.PositiveSmallIntegerField(null=True, help_text="rating"),
                "reliable": models.BooleanField(
                    default=False, help_text="only players who take nine of ten turns on time"
                ),
                "by_invitation": models.BooleanField(default=False, db_default=False),
                "ladder": models.JSONField(
                    null=True, help_text="a games.tournaments.kinds.ladder.Rules as data"
                ),
                "opened_at": models.DateTimeField(default=timezone.now),
                "started_at": models.DateTimeField(null=True),
                "ends_at": models.DateTimeField(
                    null=True, help_text="declared: the last game ends by this time"
                ),
                "ended_at": models.DateTimeField(null=True),
                "due_at": models.DateTimeField(null=True),
                "pause_days": models.PositiveSmallIntegerField(
                    default=0, db_default=0, help_text="days for which it may be paused in all"
                ),
                "paused_until": models.DateTimeField(
                    null=True, help_text="then it goes on by itself"
                ),
                "paused_for": models.DurationField(
                    default=timedelta,
                    db_default=timedelta(),
                    help_text="length of all pauses; its deadlines moved by it",
                ),
                "version": models.PositiveIntegerField(default=0),
            },
            indexes=[
                Index(fields=["status", "-id"], name="tournament_status"),
                Index(fields=["due_at"], name="tournament_due", condition=Q(due_at__isnull=False)),
                Index(
                    fields=["club", "-id"], name="tournament_club", condition=Q(club__isnull=False)
                ),
            ],
            constraints=[UniqueConstraint(fields=("series", "edition"), name="edition_once")],
        ),
        create_table(
            "TournamentInvitation",
            {
                "id": ID,
                "tournament": models.ForeignKey(
                    "games.tournament", CASCADE, db_index=False, related_name="invitations"
                ),
                "user": models.ForeignKey(USER, CASCADE, related_name="tournament_invitations"),
                "by": models.ForeignKey(USER, CASCADE, related_name="+"),
                "at": models.DateTimeField(default=timezone.now),
                "declined_at": models.DateTimeField(null=True),
            },
            constraints=[
                UniqueConstraint(fields=("tournament", "user"), name="tournament_invitation_once")
            ],
        ),
        create_table(
            "Entrant",
            {
                "id": ID,
                "tournament": models.ForeignKey(
                    "games.tournament", CASCADE, db_index=False, related_name="entrants"
                ),
                "user": models.ForeignKey(USER, PROTECT, related_name="tournaments"),
                "state": models.CharField(
                    max_length=12,
                    default="in",
                    choices=[
                        ("in", "takes part"),
                        ("waiting", "on the waiting list"),
                        ("withdrawn", "has withdrawn"),
                        ("out", "out: ran out of time twice"),
                        ("disqualified", "disqualified"),
                    ],
                ),
                "joined_at": models.DateTimeField(default=timezone.now),
                "rating": models.FloatField(default=0, help_text="when it began"),
                "seed": models.PositiveSmallIntegerField(
                    default=0, help_text="from 1, the strongest"
                ),
                "division": models.PositiveSmallIntegerField(
                    default=0, db_default=0, help_text="of a league, from 1, the highest"
                ),
                "lapses": models.PositiveSmallIntegerField(
                    default=0, help_text="games lost on time"
                ),
                "place": models.PositiveSmallIntegerField(null=True),
                "idle_from": models.DateTimeField(
                    null=True, help_text="on a ladder: when they last played, answered or sank"
                ),
            },
            constraints=[UniqueConstraint(fields=("tournament", "user"), name="entrant_once")],
        ),
        create_table(
            "Table",
            {
                "id": ID,
                "tournament": models.ForeignKey(
                    "games.tournament", CASCADE, db_index=False, related_name="tables"
                ),
                "stage": models.PositiveSmallIntegerField(
                    default=0, help_text="later ones are finals"
                ),
                "group": models.PositiveSmallIntegerField(default=0),
                "round": models.PositiveSmallIntegerField(),
                "number": models.PositiveSmallIntegerField(),
                "part": models.PositiveSmallIntegerField(default=0),
                "state": models.CharField(
                    max_length=10,
                    default="waiting",
                    choices=[("waiting", "Waiting"), ("running", "Running"), ("over", "Over")],
                ),
                "how": models.CharField(
                    max_length=10,
                    blank=True,
                    choices=[
                        ("played", "Played"),
                        ("time", "Time"),
                        ("late", "Late"),
                        ("walkover", "Walkover"),
                        ("unplayed", "Unplayed"),
                        ("bye", "Bye"),
                        ("cancelled", "Cancelled"),
                        ("corrected", "Corrected"),
                    ],
                ),
                "game": models.OneToOneField(
                    "games.game", PROTECT, null=True, blank=True, related_name="tournament_table"
                ),
                "ends_at": models.DateTimeField(help_text="unfinished games are decided then"),
                "began_at": models.DateTimeField(null=True),
                "over_at": models.DateTimeField(null=True),
            },
            indexes=[
                Index(
                    fields=["tournament", "state"],
                    name="table_not_over",
                    condition=~Q(state="over"),
                )
            ],
            constraints=[
                UniqueConstraint(
                    fields=("tournament", "stage", "group", "round", "number", "part"),
                    name="table_once",
                )
            ],
        ),
        create_table(
            "Chair",
            {
                "id": ID,
                "table": models.ForeignKey(
                    "games.table", CASCADE, db_index=False, related_name="chairs"
                ),
                "entrant": models.ForeignKey("games.entrant", CASCADE, related_name="chairs"),
                "index": models.PositiveSmallIntegerField(),
                "rank": models.PositiveSmallIntegerField(null=True),
                "score": models.IntegerField(null=True),
                "points": models.FloatField(null=True),
                "left": models.BooleanField(
                    default=False, help_text="left before the end: no points"
                ),
                "lapsed": models.BooleanField(default=False, help_text="lost on time"),
            },
            ordering=["index"],
            constraints=[
                UniqueConstraint(fields=("table", "index"), name="chair_index"),
                UniqueConstraint(fields=("table", "entrant"), name="chair_entrant"),
            ],
        ),
        create_table(
            "Line",
            {
                "id": ID,
                "tournament": models.ForeignKey(
                    "games.tournament", CASCADE, db_index=False, related_name="lines"
                ),
                "stage": models.PositiveSmallIntegerField(),
                "group": models.PositiveSmallIntegerField(),
                "entrant": models.ForeignKey("games.entrant", CASCADE, related_name="lines"),
                "place": models.PositiveSmallIntegerField(),
                "score": models.FloatField(),
                "played": models.PositiveSmallIntegerField(),
                "breaks": ArrayField(models.FloatField(), default=list),
            },
            indexes=[Index(fields=["tournament", "stage", "group", "place"], name="line_order")],
            constraints=[
                UniqueConstraint(
                    fields=("tournament", "stage", "group", "entrant"), name="line_once"
                )
            ],
        ),
        create_table(
            "Happening",
            {
                "id": ID,
                "tournament": models.ForeignKey(
                    "games.tournament", CASCADE, db_index=False, related_name="log"
                ),
                "at": models.DateTimeField(default=timezone.now),
                "kind": models.CharField(
                    max_length=10,
                    choices=[
                        ("opened", "Opened"),
                        ("joined", "Joined"),
                        ("stayed", "Stayed"),
                        ("left", "Left"),
                        ("started", "Started"),
                        ("paired", "Paired"),
                        ("began", "Began"),
                        ("result", "Result"),
                        ("gone", "Gone"),
                        ("replaced", "Replaced"),
                        ("corrected", "Corrected"),
                        ("paused", "Paused"),
                        ("resumed", "Resumed"),
                        ("ended", "Ended"),
                        ("cancelled", "Cancelled"),
                        ("challenge", "Challenge"),
                        ("sank", "Sank"),
                    ],
                ),
                "data": models.JSONField(default=dict),
                "by": models.ForeignKey(USER, PROTECT, null=True, blank=True, related_name="+"),
                "reason": models.CharField(max_length=200, blank=True),
            },
            indexes=[Index(fields=["tournament", "-id"], name="happening_newest")],
        ),
        create_table(
            "Challenge",
            {
                "id": ID,
                "tournament": models.ForeignKey(
                    "games.tournament", CASCADE, db_index=False, related_name="challenges"
                ),
                "challenger": models.ForeignKey(
                    "games.entrant", CASCADE, related_name="challenges"
                ),
                "challenged": models.ForeignKey(
                    "games.entrant", CASCADE, related_name="challenged_by"
                ),
                "state": models.CharField(
                    max_length=10,
                    default="asked",
                    choices=[
                        ("asked", "awaiting an answer"),
                        ("accepted", "accepted"),
                        ("declined", "declined"),
                        ("expired", "not answered in time"),
                        ("withdrawn", "withdrawn"),
                    ],
                ),
                "asked_at": models.DateTimeField(default=timezone.now),
                "answer_by": models.DateTimeField(),
                "over_at": models.DateTimeField(null=True),
                "table": models.OneToOneField(
                    "games.table", CASCADE, null=True, related_name="challenge"
                ),
            },
            indexes=[Index(fields=["tournament", "-id"], name="challenge_newest")],
            constraints=[
                UniqueConstraint(
                    fields=("challenger",), name="challenge_one_out", condition=Q(state="asked")
                ),
                UniqueConstraint(
                    fields=("challenged",), name="challenge_one_in", condition=Q(state="asked")
                ),
            ],
        ),
        create_table(
            "ClubEvent",
            {
                "id": ID,
                "club": models.ForeignKey(
                    "community.club", CASCADE, db_index=False, related_name="events"
                ),
                "title": models.CharField("title", max_length=60),
                "at": models.DateTimeField("date"),
                "type": models.CharField(max_length=40),
                "players": models.PositiveSmallIntegerField(help_text="at a table, at most"),
                "options": models.JSONField(
                    default=dict, help_text="every option of the game type, by name"
                ),
                "clock": models.JSONField(help_text="a games.clocks.kinds.Clock as data"),
                "rated": models.BooleanField(default=False),
                "by": models.ForeignKey(USER, PROTECT, db_index=False, related_name="+"),
                "state": models.CharField(
                    max_length=10,
                    default="planned",
                    choices=[
                        ("planned", "planned"),
                        ("seated", "tables assigned"),
                        ("over", "over"),
                        ("off", "cancelled"),
                    ],
                ),
            },
            verbose_name="event of a club",
            verbose_name_plural="events of clubs",
            indexes=[
                Index(fields=["club", "state", "at"], name="club_event_of"),
                Index(
                    fields=["at"],
                    name="club_event_due",
                    condition=Q(state__in=("planned", "seated")),
                ),
            ],
        ),
        create_table(
            "Coming",
            {
                "id": ID,
                "event": models.ForeignKey(
                    "games.clubevent", CASCADE, db_index=False, related_name="answers"
                ),
                "user": models.ForeignKey(USER, CASCADE, db_index=False, related_name="+"),
                "comes": models.BooleanField(),
                "at": models.DateTimeField(default=timezone.now),
            },
            constraints=[UniqueConstraint(fields=("event", "user"), name="coming_once")],
        ),
        create_table(
            "ClubTable",
            {
                "id": ID,
                "event": models.ForeignKey(
                    "games.clubevent", CASCADE, db_index=False, related_name="tables"
                ),
                "number": models.PositiveSmallIntegerField(),
                "people": ArrayField(
                    models.BigIntegerField(), help_text="numbers of users, in turn order"
                ),
                "game": models.OneToOneField(
                    "games.game", SET_NULL, null=True, blank=True, related_name="club_table"
                ),
            },
            constraints=[UniqueConstraint(fields=("event", "number"), name="club_table_once")],
        ),
        create_table(
            "FeedEntry",
            {
                "id": ID,
                "user": models.ForeignKey(USER, CASCADE, db_index=False, related_name="+"),
                "key": models.CharField(max_length=60, help_text="the first part of its UID"),
                "digest": models.CharField(max_length=64, help_text="hash of the whole entry"),
                "revised_at": models.DateTimeField(default=timezone.now),
                "sequence": models.PositiveIntegerField(default=0),
            },
            constraints=[UniqueConstraint(fields=("user", "key"), name="feed_entry_once")],
        ),
        create_table(
            "Invitation",
            {
                "id": ID,
                "game": models.ForeignKey(
                    "games.game", CASCADE, db_index=False, related_name="invitations"
                ),
                "user": models.ForeignKey(USER, CASCADE, related_name="invitations"),
                "invited_by": models.ForeignKey(USER, CASCADE, related_name="+"),
                "at": models.DateTimeField(default=timezone.now),
                "declined_at": models.DateTimeField(null=True, blank=True),
                "lapsed_at": models.DateTimeField(null=True, blank=True),
            },
            verbose_name="invitation",
            verbose_name_plural="invitations",
            indexes=[
                Index(
                    fields=["at"],
                    name="invitation_open",
                    condition=Q(declined_at=None, lapsed_at=None),
                )
            ],
            constraints=[UniqueConstraint(fields=("game", "user"), name="invitation_once")],
        ),
        create_table(
            "Rematch",
            {
                "id": ID,
                "game": models.ForeignKey("games.game", CASCADE, related_name="rematches"),
                "offered_by": models.PositiveSmallIntegerField(help_text="seat"),
                "offered_at": models.DateTimeField(default=timezone.now),
                "accepted": models.JSONField(default=list, help_text="seats"),
                "declined_by": models.PositiveSmallIntegerField(
                    null=True, blank=True, help_text="seat"
                ),
                "closed_at": models.DateTimeField(null=True, blank=True),
                "made": models.OneToOneField(
                    "games.game", SET_NULL, null=True, blank=True, related_name="rematch_of"
                ),
            },
            verbose_name="rematch",
            verbose_name_plural="rematches",
            constraints=[
                UniqueConstraint(
                    fields=("game",), name="rematch_one_open_per_game", condition=Q(closed_at=None)
                )
            ],
        ),
        create_table(
            "Preset",
            {
                "id": ID,
                "circle": models.ForeignKey("accounts.circle", CASCADE, related_name="presets"),
                "type": models.CharField(max_length=40),
                "settings": models.JSONField(
                    help_text="arguments of games.lobby.open_games.create"
                ),
            },
            verbose_name="preset",
            verbose_name_plural="presets",
            constraints=[UniqueConstraint(fields=("circle", "type"), name="preset_once")],
        ),
        create_table(
            "StandingInvitation",
            {
                "id": ID,
                "user": models.ForeignKey(USER, CASCADE, related_name="standing_invitations"),
                "type": models.CharField(max_length=40),
                "players": models.PositiveSmallIntegerField(),
                "pace": models.CharField(max_length=10, help_text="as games.lobby.pace names them"),
                "options": models.JSONField(null=True, blank=True),
                "rated": models.BooleanField(null=True, blank=True),
                "most": models.PositiveSmallIntegerField(),
                "asks": models.JSONField(
                    null=True, blank=True, help_text="as games.lobby.requirements.Requirements"
                ),
                "friends_only": models.BooleanField(default=False),
                "at": models.DateTimeField(default=timezone.now),
                "paused_at": models.DateTimeField(null=True, blank=True),
                "placed_at": models.DateTimeField(
                    null=True, blank=True, help_text="when a game last began"
                ),
            },
            verbose_name="standing invitation",
            verbose_name_plural="standing invitations",
            ordering=["id"],
            indexes=[
                Index(
                    fields=["type", "players", "pace"],
                    name="standing_invitation_on",
                    condition=Q(paused_at=None),
                )
            ],
        ),
        create_table(
            "Placement",
            {
                "id": ID,
                "game": models.ForeignKey(
                    "games.game", CASCADE, db_index=False, related_name="placements"
                ),
                "user": models.ForeignKey(USER, CASCADE, db_index=False, related_name="+"),
                "invitation": models.ForeignKey(
                    "games.standinginvitation", SET_NULL, null=True, related_name="placements"
                ),
                "over": models.BooleanField(default=False, db_default=False),
            },
            verbose_name="placement",
            verbose_name_plural="placements",
            indexes=[Index(fields=["game"], name="placement_running", condition=Q(over=False))],
            constraints=[UniqueConstraint(fields=("game", "user"), name="placement_once")],
        ),
        create_table(
            "Waited",
            {
                "id": ID,
                "type": models.CharField(max_length=40),
                "pace": models.CharField(max_length=10, help_text="as games.lobby.pace names them"),
                "hour": models.PositiveSmallIntegerField(),
                "at": models.DateTimeField(default=timezone.now),
                "seconds": models.PositiveIntegerField(null=True),
            },
            indexes=[Index(fields=["hour", "at"], name="waited_hour")],
        ),
        create_table(
            "Seat",
            {
                "id": ID,
                "game": models.ForeignKey(
                    "games.game", CASCADE, db_index=False, related_name="seats"
                ),
                "index": models.PositiveSmallIntegerField(),
                "user": models.ForeignKey(
                    USER, PROTECT, null=True, blank=True, db_index=False, related_name="seats"
                ),
                "bot": models.CharField(max_length=40, blank=True),
                "to_move": models.BooleanField(default=False),
                "waiting_since": models.DateTimeField(
                    null=True, blank=True, help_text="since when the game waits for this seat"
                ),
                "decision_id": models.PositiveIntegerField(
                    null=True,
                    blank=True,
                    help_text="the open decision put to this seat, a sealed one included",
                ),
                "asked_version": models.PositiveIntegerField(
                    default=0, help_text="the version at which that decision opened"
                ),
                "deadline": models.DateTimeField(null=True, blank=True),
                "clock_from": models.DateTimeField(
                    null=True,
                    blank=True,
                    help_text="since when its clock runs; none while it is stopped",
                ),
                "budget": models.DurationField(
                    null=True,
                    blank=True,
                    help_text="waking time left in this turn, at clock_from if it runs",
                ),
                "stretch": models.DurationField(
                    null=True,
                    blank=True,
                    help_text="by how much the calendar may still stretch this turn",
                ),
                "reserve": models.DurationField(
                    null=True,
                    blank=True,
                    help_text="of a clock with a reserve: what it has before this turn",
                ),
                "aside": models.BooleanField(
                    default=False,
                    db_default=False,
                    help_text="the clock is that of a question out of turn",
                ),
                "live": models.BooleanField(
                    default=False, db_default=False, help_text="the deadline is that of a live game"
                ),
                "forgiven": models.BooleanField(
                    default=False,
                    db_default=False,
                    help_text="its owner has had extra time after a lost connection in this game",
                ),
                "ready_at": models.DateTimeField(
                    null=True,
                    blank=True,
                    help_text="before a live game: since when its owner is ready",
                ),
                "offered_at": models.DateTimeField(
                    null=True, blank=True, help_text="since when a replacement player may take it"
                ),
                "seen_version": models.PositiveIntegerField(
                    default=0, help_text="the newest version that its holder had on a visible page"
                ),
                "resigned_at": models.DateTimeField(null=True, blank=True),
                "score": models.IntegerField(null=True, blank=True),
                "rank": models.PositiveSmallIntegerField(null=True, blank=True),
            },
            verbose_name="seat",
            verbose_name_plural="seats",
            ordering=["index"],
            indexes=[
                Index(fields=["user"], name="seat_to_move", condition=Q(to_move=True)),
                Index(fields=["user"], name="seat_not_over", condition=Q(rank=None)),
                Index(
                    fields=["deadline"], name="seat_deadline", condition=Q(deadline__isnull=False)
                ),
                Index(
                    fields=["deadline"],
                    name="seat_live_deadline",
                    condition=Q(deadline__isnull=False, live=True),
                ),
                Index(
                    fields=["waiting_since"],
                    name="seat_bot_to_move",
                    condition=Q(to_move=True) & ~Q(bot=""),
                ),
                Index(
                    fields=["offered_at"],
                    name="seat_offered",
                    condition=Q(offered_at__isnull=False),
                ),
            ],
            constraints=[
                UniqueConstraint(fields=("game", "index"), name="seat_index"),
                UniqueConstraint(
                    fields=("user", "game"),
                    name="seat_one_per_user",
                    deferrable=Deferrable.DEFERRED,
                ),
            ],
        ),
        create_table(
            "Tenure",
            {
                "id": ID,
                "seat": models.ForeignKey("games.seat", CASCADE, related_name="tenures"),
                "user": models.ForeignKey(
                    USER, PROTECT, null=True, blank=True, related_name="tenures"
                ),
                "bot": models.CharField(max_length=40, blank=True),
                "since": models.PositiveIntegerField(help_text="version"),
                "until": models.PositiveIntegerField(null=True, blank=True, help_text="version"),
                "away_since": models.DateTimeField(
                    null=True,
                    blank=True,
                    help_text="since when its holder, who left without a word, had ended no turn in any game",
                ),
                "began": models.CharField(max_length=10, default="start", choices=CHANGES),
                "ended": models.CharField(max_length=10, blank=True, choices=CHANGES),
            },
            verbose_name="tenure",
            verbose_name_plural="tenures",
            constraints=[
                UniqueConstraint(
                    fields=("seat",), name="tenure_one_at_a_time", condition=Q(until=None)
                ),
                CheckConstraint(
                    name="tenure_user_or_bot",
                    condition=Q(bot__gt="", user=None) | Q(bot="", user__isnull=False),
                ),
            ],
        ),
        migrations.AddField(
            "seat",
            "tenure",
            models.OneToOneField(
                "games.tenure", SET_NULL, null=True, blank=True, related_name="current_seat"
            ),
        ),
        create_table(
            "Move",
            {
                "id": ID,
                "game": models.ForeignKey(
                    "games.game", CASCADE, db_index=False, related_name="moves"
                ),
                "version": models.PositiveIntegerField(),
                "number": models.PositiveIntegerField(),
                "action": models.CharField(
                    max_length=10,
                    choices=[
                        ("start", "start"),
                        ("choose", "choice"),
                        ("confirm", "confirmation"),
                        ("withdraw", "withdrawal"),
                        ("resign", "resignation"),
                        ("timeout", "timeout"),
                        ("return", "return of the owner"),
                        ("forfeit", "loss on time"),
                        ("replace", "replacement of a player"),
                        ("draw", "agreed draw"),
                        ("rollback", "taken back by a moderator"),
                        ("end", "ended by a moderator"),
                        ("swap", "exchange of seats"),
                    ],
                ),
                "seat": models.PositiveSmallIntegerField(
                    null=True, blank=True, help_text="none at the start"
                ),
                "tenure": models.ForeignKey(
                    "games.tenure", PROTECT, null=True, blank=True, db_index=False
                ),
                "user": models.ForeignKey(
                    USER, PROTECT, null=True, blank=True, db_index=False, related_name="+"
                ),
                "key": models.CharField(
                    max_length=100, blank=True, help_text="the Idempotency-Key it was sent with"
                ),
                "kind": models.CharField(max_length=60, blank=True, help_text="kind of decision"),
                "choice": models.JSONField(null=True, blank=True),
                "events": models.JSONField(default=list),
                "draws": models.JSONField(default=list),
                "rules_version": models.PositiveSmallIntegerField(),
                "delta": models.BinaryField(),
                "keyframe": models.BooleanField(default=False),
                "barrier": models.BooleanField(help_text="it can no longer be taken back"),
                "undone_by": models.PositiveIntegerField(
                    null=True, blank=True, help_text="the version that took it back"
                ),
                "at": models.DateTimeField(default=timezone.now),
                "waited_since": models.DateTimeField(
                    null=True,
                    help_text="since when the game waited for the seat, if this ended the wait",
                ),
            },
            verbose_name="move",
            verbose_name_plural="moves",
            ordering=["game", "version"],
            indexes=[Index(fields=["game", "number"], name="move_number")],
            constraints=[
                UniqueConstraint(fields=("game", "version"), name="move_version"),
                UniqueConstraint(
                    fields=("game", "user", "key"),
                    name="move_idempotency_key",
                    condition=~Q(key=""),
                ),
            ],
        ),
        create_table(
            "Incident",
            {
                "id": ID,
                "game": models.ForeignKey(
                    "games.game", CASCADE, db_index=False, related_name="incidents"
                ),
                "version": models.PositiveIntegerField(),
                "kind": models.CharField(
                    max_length=20,
                    choices=[
                        ("reminded", "reminder"),
                        ("vacation", "automatic vacation"),
                        ("overdue", "time ran out, the other players decide"),
                        ("offered", "seat offered"),
                        ("paused", "paused"),
                        ("resumed", "resumed"),
                        ("vote_opened", "vote"),
                        ("vote_closed", "vote closed"),
                        ("cancelled", "cancelled"),
                        ("moderated", "moderator"),
                        ("grace", "extra time after a downtime"),
                        ("lost", "extra time after a lost connection"),
                        ("reclocked", "clock changed"),
                        ("broken", "stopped because its rules failed"),
                        ("mended", "mended"),
                        ("left", "left a stopped game"),
                        ("settled", "decided when its time was up"),
                        ("below", "bot played below its level"),
                        ("hint", "hint"),
                    ],
                ),
                "seat": models.PositiveSmallIntegerField(null=True, blank=True),
                "user": models.ForeignKey(
                    USER, PROTECT, null=True, blank=True, db_index=False, related_name="+"
                ),
                "data": models.JSONField(default=dict),
                "at": models.DateTimeField(default=timezone.now),
            },
            verbose_name="incident",
            verbose_name_plural="incidents",
            ordering=["id"],
            indexes=[Index(fields=["game", "id"], name="incident_game")],
        ),
        create_table(
            "PackedGame",
            {
                "game": models.OneToOneField(
                    "games.game",
                    CASCADE,
                    primary_key=True,
                    related_name="moves_packed",
                    serialize=False,
                ),
                "format": models.PositiveSmallIntegerField(),
                "moves": models.PositiveIntegerField(
                    "moves", help_text="how many rows it replaces"
                ),
                "packed": models.BinaryField(),
            },
            verbose_name="packed game",
            verbose_name_plural="packed games",
        ),
        create_table(
            "ChatMessage",
            {
                "id": ID,
                "game": models.ForeignKey(
                    "games.game", CASCADE, db_index=False, related_name="chat"
                ),
                "user": models.ForeignKey(USER, PROTECT, related_name="+"),
                "text": models.TextField(max_length=1000),
                "at": models.DateTimeField(default=timezone.now),
                "hidden_at": models.DateTimeField(
                    "hidden",
                    null=True,
                    blank=True,
                    help_text="by a moderator; now only moderators can read it",
                ),
                "by_moderator": models.BooleanField(
                    default=False,
                    db_default=False,
                    help_text="written as a moderator, not as a player",
                ),
                "onlookers": models.BooleanField(
                    "among spectators",
                    default=False,
                    db_default=False,
                    help_text="players can read it when the game is over",
                ),
            },
            verbose_name="chat message",
            verbose_name_plural="chat messages",
            ordering=["id"],
            indexes=[Index(fields=["game", "id"], name="chat_game")],
        ),
        create_table(
            "Reaction",
            {
                "id": ID,
                "message": models.ForeignKey(
                    "games.chatmessage", CASCADE, db_index=False, related_name="reactions"
                ),
                "user": models.ForeignKey(USER, CASCADE, related_name="+"),
                "kind": models.CharField(
                    max_length=10,
                    choices=[
                        ("well-said", "well said"),
                        ("laughing", "funny"),
                        ("thanks", "thanks"),
                        ("ouch", "ouch"),
                    ],
                ),
            },
            verbose_name="reaction",
            verbose_name_plural="reactions",
            constraints=[
                UniqueConstraint(fields=("message", "user", "kind"), name="reaction_once")
            ],
        ),
        create_table(
            "Case",
            {
                "id": ID,
                "key": models.CharField(max_length=40),
                "about": models.CharField(
                    "about",
                    max_length=10,
                    choices=[
                        ("message", "a message"),
                        ("name", "a name"),
                        ("player", "a player"),
                        ("game", "a game"),
                        ("appeal", "an appeal"),
                    ],
                ),
                "person": models.ForeignKey(
                    USER, SET_NULL, null=True, related_name="cases", verbose_name="person"
                ),
                "game": models.ForeignKey(
                    "games.game", SET_NULL, null=True, db_index=False, verbose_name="game"
                ),
                "message": models.ForeignKey(
                    "games.chatmessage", SET_NULL, null=True, db_index=False, verbose_name="message"
                ),
                "sanction": models.ForeignKey(
                    "accounts.sanction",
                    SET_NULL,
                    null=True,
                    db_index=False,
                    related_name="appeals",
                    verbose_name="sanction",
                    help_text="the sanction that an appeal is against",
                ),
                "said": models.TextField("original wording", blank=True),
                "number": models.PositiveIntegerField("after move", null=True),
                "grave": models.BooleanField(
                    default=False, help_text="listed before all other cases"
                ),
                "opened_at": models.DateTimeField("opened", default=timezone.now),
                "aside_at": models.DateTimeField(
                    null=True, help_text="postponed at, listed after all others"
                ),
                "state": models.CharField("state", max_length=10, default="open", choices=STATES),
                "closed_at": models.DateTimeField("closed", null=True),
                "closed_by": models.ForeignKey(
                    USER, SET_NULL, null=True, related_name="+", verbose_name="by"
                ),
                "done": models.JSONField(default=dict),
            },
            verbose_name="case",
            verbose_name_plural="cases",
            ordering=["-id"],
            indexes=[
                Index(fields=["opened_at"], name="case_open", condition=Q(state="open")),
                Index(fields=["-closed_at"], name="case_closed", condition=~Q(state="open")),
            ],
            constraints=[
                UniqueConstraint(
                    fields=("key",), name="case_one_open_of_each", condition=Q(state="open")
                ),
                UniqueConstraint(
                    fields=("sanction",), name="case_one_appeal", condition=Q(about="appeal")
                ),
            ],
        ),
        create_table(
            "ReadyReason",
            {
                "id": ID,
                "reason": models.CharField(
                    "for reports of",
                    max_length=10,
                    choices=REASONS,
                    help_text="It is suggested first for reports of this kind.",
                ),
                "english": models.CharField("in English", max_length=200),
                "german": models.CharField("in German", max_length=200),
                "place": models.PositiveSmallIntegerField("position in the list", default=0),
            },
            verbose_name="prepared reason",
            verbose_name_plural="prepared reasons",
            ordering=["place", "id"],
        ),
        create_table(
            "Report",
            {
                "id": ID,
                "about": models.CharField(
                    "about",
                    max_length=10,
                    choices=[
                        ("message", "a message"),
                        ("player", "a player"),
                        ("game", "a game"),
                        ("appeal", "a decision about yourself"),
                    ],
                ),
                "person": models.ForeignKey(
                    USER,
                    SET_NULL,
                    null=True,
                    blank=True,
                    related_name="reports_about",
                    verbose_name="person",
                ),
                "game": models.ForeignKey(
                    "games.game",
                    SET_NULL,
                    null=True,
                    blank=True,
                    db_index=False,
                    verbose_name="game",
                ),
                "message": models.ForeignKey(
                    "games.chatmessage",
                    SET_NULL,
                    null=True,
                    blank=True,
                    db_index=False,
                    verbose_name="message",
                ),
                "club": models.ForeignKey(
                    "community.club",
                    SET_NULL,
                    null=True,
                    blank=True,
                    db_index=False,
                    related_name="+",
                    verbose_name="club",
                ),
                "said": models.TextField("original wording", blank=True),
                "number": models.PositiveIntegerField("after move", null=True, blank=True),
                "reason": models.CharField("reason", max_length=10, choices=REASONS),
                "words": models.TextField("comment", max_length=1000, blank=True),
                "by": models.ForeignKey(
                    USER, SET_NULL, null=True, related_name="reports_by", verbose_name="by"
                ),
                "at": models.DateTimeField("date", default=timezone.now),
                "state": models.CharField("state", max_length=10, default="open", choices=STATES),
                "case": models.ForeignKey("games.case", CASCADE, null=True, related_name="reports"),
                "closed_at": models.DateTimeField("closed", null=True, blank=True),
                "answer": models.TextField("what was done", blank=True),
            },
            verbose_name="report",
            verbose_name_plural="reports",
            ordering=["-id"],
            indexes=[Index(fields=["id"], name="report_open", condition=Q(state="open"))],
            constraints=[
                UniqueConstraint(
                    fields=("by", "about", "person", "game", "message"),
                    name="report_one_open_of_each",
                    condition=Q(state="open"),
                    nulls_distinct=False,
                )
            ],
        ),
        create_table(
            "Instruction",
            {
                "id": ID,
                "tenure": models.ForeignKey("games.tenure", CASCADE, related_name="instructions"),
                "kind": models.CharField(max_length=60),
                "parts": models.JSONField(),
                "once": models.BooleanField(default=True, help_text="used up by its first answer"),
                "active": models.BooleanField(default=True),
                "at": models.DateTimeField(default=timezone.now),
            },
            verbose_name="standing instruction",
            verbose_name_plural="standing instructions",
            constraints=[
                UniqueConstraint(
                    fields=("tenure", "kind"),
                    name="instruction_one_per_kind",
                    condition=Q(active=True),
                )
            ],
        ),
        create_table(
            "Notebook",
            {
                "id": ID,
                "user": models.ForeignKey(USER, CASCADE, db_index=False, related_name="+"),
                "game": models.ForeignKey("games.game", CASCADE, related_name="+"),
                "note": models.TextField(max_length=4000, blank=True),
                "plan": models.TextField(max_length=500, blank=True),
                "later_until": models.DateTimeField(null=True, blank=True),
            },
            verbose_name="notebook",
            verbose_name_plural="notebooks",
            constraints=[UniqueConstraint(fields=("user", "game"), name="notebook_once")],
        ),
        create_table(
            "Package",
            {
                "type": models.CharField(
                    "game type", max_length=40, primary_key=True, serialize=False
                ),
                "stage": models.CharField(
                    "stage",
                    max_length=10,
                    default="published",
                    choices=STAGES,
                    help_text="Running games continue at any stage, and count as they did when they began.",
                ),
                "testers": models.ManyToManyField(
                    USER,
                    blank=True,
                    related_name="tests",
                    verbose_name="testers",
                    help_text="They see it as an alpha, and as a beta even if they do not want betas.",
                ),
                "clubs": models.ManyToManyField(
                    "community.club",
                    blank=True,
                    related_name="tests",
                    verbose_name="clubs",
                    help_text="Every member of these clubs is a tester.",
                ),
                "maintainers": models.ManyToManyField(
                    USER,
                    blank=True,
                    related_name="maintains",
                    verbose_name="maintainers",
                    help_text="They are also testers, and are notified of its problems.",
                ),
            },
            verbose_name="stage of a game type",
            verbose_name_plural="stages of game types",
            ordering=["type"],
        ),
        create_table(
            "FaultReport",
            {
                "id": ID,
                "type": models.CharField("game type", max_length=40),
                "game": models.ForeignKey(
                    "games.game",
                    SET_NULL,
                    null=True,
                    db_index=False,
                    related_name="fault_reports",
                    verbose_name="game",
                ),
                "seat": models.PositiveSmallIntegerField("seat"),
                "version": models.PositiveIntegerField(
                    help_text="the position, as Game.version counts them"
                ),
                "number": models.PositiveIntegerField("after move"),
                "rules_version": models.PositiveSmallIntegerField("version of the rules"),
                "kept": models.JSONField(),
                "words": models.TextField("comment"),
                "by": models.ForeignKey(
                    USER, SET_NULL, null=True, related_name="faults_reported", verbose_name="by"
                ),
                "at": models.DateTimeField("date", default=timezone.now),
                "done_at": models.DateTimeField("done", null=True),
                "done_by": models.ForeignKey(
                    USER, SET_NULL, null=True, db_index=False, related_name="+"
                ),
                "answer": models.TextField("answer", blank=True, default=""),
            },
            verbose_name="fault report",
            verbose_name_plural="fault reports",
            indexes=[
                Index(fields=["type", "-id"], name="fault_of_type"),
                Index(fields=["game"], name="fault_of_game", condition=Q(game__isnull=False)),
            ],
        ),
        create_table(
            "Trial",
            {
                "id": ID,
                "type": models.CharField("game type", max_length=40),
                "by": models.ForeignKey(
                    USER, SET_NULL, null=True, related_name="+", verbose_name="by"
                ),
                "at": models.DateTimeField("requested", default=timezone.now),
                "over_at": models.DateTimeField("over", null=True),
                "rules_version": models.PositiveSmallIntegerField(
                    "version of the rules", default=0
                ),
                "games": models.PositiveIntegerField("games", default=0),
                "failing": models.PositiveIntegerField("would break", default=0),
                "said": models.JSONField(default=list),
            },
            verbose_name="trial on copies",
            verbose_name_plural="trials on copies",
            indexes=[Index(fields=["type", "-id"], name="trial_of_type")],
        ),
        create_table(
            "ReleaseRequest",
            {
                "id": ID,
                "type": models.CharField("game type", max_length=40),
                "stage": models.CharField("stage", max_length=10, choices=STAGES),
                "words": models.TextField("comment", blank=True),
                "by": models.ForeignKey(
                    USER, SET_NULL, null=True, related_name="releases_asked", verbose_name="by"
                ),
                "at": models.DateTimeField("date", default=timezone.now),
                "answer": models.CharField(
                    "answer",
                    max_length=10,
                    blank=True,
                    default="",
                    choices=[("granted", "granted"), ("refused", "not yet")],
                ),
                "reply": models.TextField("text of the answer", blank=True, default=""),
                "answered_at": models.DateTimeField("answered", null=True),
            },
            verbose_name="request to release",
            verbose_name_plural="requests to release",
            ordering=["-id"],
            constraints=[
                UniqueConstraint(
                    fields=("type",), name="release_one_open_of_each", condition=Q(answer="")
                )
            ],
        ),
        create_table(
            "LastPicture",
            {
                "game": models.OneToOneField(
                    "games.game",
                    CASCADE,
                    primary_key=True,
                    related_name="last_picture",
                    serialize=False,
                ),
                "packed": models.BinaryField(),
            },
            verbose_name="last picture",
            verbose_name_plural="last pictures",
        ),
        create_table(
            "Progress",
            {
                "name": models.CharField(max_length=60, primary_key=True, serialize=False),
                "at": models.DateTimeField(null=True),
                "row": models.BigIntegerField(default=0),
            },
        ),
        create_table(
            "Habit",
            {
                "user": models.OneToOneField(
                    USER, CASCADE, primary_key=True, related_name="habit", serialize=False
                ),
                "answers": ArrayField(models.PositiveIntegerField(), default=list),
                "pace": models.DurationField(null=True, help_text="median of the answers"),
                "recent": models.CharField(max_length=100, default=""),
            },
            verbose_name="habit",
            verbose_name_plural="habits",
        ),
        create_table(
            "Streak",
            {
                "user": models.OneToOneField(
                    USER, CASCADE, primary_key=True, related_name="+", serialize=False
                ),
                "turns": models.PositiveIntegerField(default=0),
            },
        ),
        create_table(
            "Milestone",
            {
                "id": ID,
                "user": models.ForeignKey(USER, CASCADE, db_index=False, related_name="+"),
                "kind": models.CharField(
                    max_length=10,
                    choices=[
                        ("won", "Won"),
                        ("comeback", "Comeback"),
                        ("hundred", "Hundred"),
                        ("thousand", "Thousand"),
                    ],
                ),
                "type": models.CharField(max_length=40, blank=True),
                "game": models.ForeignKey("games.game", CASCADE, related_name="+"),
                "at": models.DateTimeField(),
            },
            indexes=[
                Index(fields=["type"], name="milestone_type"),
                Index(fields=["-at"], name="milestone_newest"),
            ],
            constraints=[UniqueConstraint(fields=("user", "kind", "type"), name="milestone_once")],
        ),
        create_table(
            "Best",
            {
                "id": ID,
                "type": models.CharField(max_length=40),
                "players": models.PositiveSmallIntegerField(),
                "games": models.PositiveIntegerField(default=0),
                "before": models.PositiveIntegerField(default=0),
                "score": models.IntegerField(),
                "user": models.ForeignKey(USER, CASCADE, db_index=False, related_name="+"),
                "game": models.ForeignKey("games.game", CASCADE, related_name="+"),
                "at": models.DateTimeField(),
            },
            constraints=[UniqueConstraint(fields=("type", "players"), name="best_once")],
        ),
        create_table(
            "RatingChange",
            {
                "id": ID,
                "game": models.ForeignKey("games.game", CASCADE, db_index=False, related_name="+"),
                "user": models.ForeignKey(USER, CASCADE, db_index=False, related_name="+"),
                "type": models.CharField(
                    max_length=50, help_text="as games.ratings.pools names it"
                ),
                "at": models.DateTimeField(),
                "season": models.PositiveIntegerField(
                    help_text="as games.ratings.seasons numbers them"
                ),
                "place": models.PositiveSmallIntegerField(),
                "mu": models.FloatField(),
                "sigma": models.FloatField(),
                "games": models.PositiveIntegerField(),
                "season_games": models.PositiveIntegerField(),
                "away_since": models.DateTimeField(
                    null=True, help_text="the absence that it counts, as in Tenure.away_since"
                ),
            },
            verbose_name="change of a rating",
            verbose_name_plural="changes of ratings",
            indexes=[Index(fields=["user", "type", "at", "game"], name="rating_change_user")],
            constraints=[UniqueConstraint(fields=("game", "user"), name="rating_change_once")],
        ),
        create_table(
            "Standing",
            {
                "id": ID,
                "type": models.CharField(
                    max_length=50, help_text="as games.ratings.pools names it"
                ),
                "season": models.PositiveIntegerField(),
                "user": models.ForeignKey(USER, CASCADE, db_index=False, related_name="standings"),
                "mu": models.FloatField(),
                "sigma": models.FloatField(),
                "games": models.PositiveIntegerField(),
                "listed": models.BooleanField(),
            },
            verbose_name="standing",
            verbose_name_plural="standings",
            indexes=[
                Index(
                    fields=["type", "season", "-mu", "user"],
                    name="standing_order",
                    condition=Q(listed=True),
                ),
                Index(
                    fields=["type", "season", "-games", "user"],
                    name="standing_regulars",
                    condition=Q(listed=True),
                ),
                Index(
                    fields=["type", "season", "-mu", "user"],
                    name="standing_provisional",
                    condition=Q(listed=False),
                ),
            ],
            constraints=[UniqueConstraint(fields=("user", "type", "season"), name="standing_once")],
        ),
        create_table(
            "Tally",
            {
                "id": ID,
                "type": models.CharField(max_length=40),
                "user": models.ForeignKey(
                    USER, CASCADE, null=True, db_index=False, related_name="+"
                ),
                "players": models.PositiveSmallIntegerField(),
                "kind": models.CharField(max_length=10),
                "key": models.CharField(max_length=100),
                "games": models.PositiveIntegerField(default=0),
                "wins": models.FloatField(default=0),
                "places": models.PositiveIntegerField(default=0),
                "points": models.BigIntegerField(default=0),
                "share": models.FloatField(default=0),
                "moves": models.BigIntegerField(default=0),
                "seconds": models.BigIntegerField(default=0),
            },
            constraints=[
                UniqueConstraint(
                    fields=("user", "type", "players", "kind", "key"),
                    name="tally_once",
                    nulls_distinct=False,
                )
            ],
        ),
        create_table(
            "Encounter",
            {
                "id": ID,
                "user": models.ForeignKey(USER, CASCADE, db_index=False, related_name="+"),
                "other": models.ForeignKey(USER, CASCADE, related_name="+"),
                "type": models.CharField(max_length=40),
                "games": models.PositiveIntegerField(default=0),
                "ahead": models.PositiveIntegerField(default=0),
                "behind": models.PositiveIntegerField(default=0),
            },
            constraints=[UniqueConstraint(fields=("user", "other", "type"), name="encounter_once")],
        ),
        create_table(
            "ClubTally",
            {
                "id": ID,
                "club": models.ForeignKey(
                    "community.club", CASCADE, db_index=False, related_name="+"
                ),
                "user": models.ForeignKey(
                    USER, CASCADE, null=True, db_index=False, related_name="+"
                ),
                "type": models.CharField(max_length=40),
                "games": models.PositiveIntegerField(default=0),
                "wins": models.PositiveIntegerField(default=0),
            },
            indexes=[
                Index(
                    fields=["club", "-games"],
                    name="club_tally_most",
                    condition=Q(user__isnull=False),
                )
            ],
            constraints=[
                UniqueConstraint(
                    fields=("club", "user", "type"), name="club_tally_once", nulls_distinct=False
                )
            ],
        ),
        create_table(
            "ClubEncounter",
            {
                "id": ID,
                "club": models.ForeignKey(
                    "community.club", CASCADE, db_index=False, related_name="+"
                ),
                "user": models.ForeignKey(USER, CASCADE, db_index=False, related_name="+"),
                "other": models.ForeignKey(USER, CASCADE, db_index=False, related_name="+"),
                "type": models.CharField(max_length=40),
                "games": models.PositiveIntegerField(default=0),
                "ahead": models.PositiveIntegerField(default=0),
                "behind": models.PositiveIntegerField(default=0),
            },
            constraints=[
                UniqueConstraint(
                    fields=("club", "user", "other", "type"), name="club_encounter_once"
                )
            ],
        ),
        create_table(
            "Claim",
            {
                "seat": models.OneToOneField(
                    "games.seat", CASCADE, primary_key=True, related_name="+", serialize=False
                ),
                "decision": models.PositiveIntegerField(),
                "level": models.CharField(max_length=40),
                "until": models.DateTimeField(),
                "fell": models.BooleanField(default=False),
            },
            verbose_name="claim",
            verbose_name_plural="claims",
        ),
        create_table(
            "Analysis",
            {
                "id": ID,
                "game": models.ForeignKey("games.game", CASCADE, db_index=False, related_name="+"),
                "user": models.ForeignKey(USER, CASCADE, db_index=False, related_name="+"),
                "seat": models.PositiveSmallIntegerField(),
                "asked_at": models.DateTimeField(default=timezone.now),
                "done_at": models.DateTimeField(null=True, blank=True),
                "until": models.DateTimeField(null=True, blank=True),
                "moves": models.JSONField(default=list),
                "judged": models.JSONField(default=dict),
                "working": models.JSONField(default=dict),
            },
            verbose_name="analysis",
            verbose_name_plural="analyses",
            constraints=[
                UniqueConstraint(fields=("game", "user"), name="analysis_of_game"),
                UniqueConstraint(
                    fields=("user",), name="analysis_one_at_a_time", condition=Q(done_at=None)
                ),
            ],
        ),
        create_table(
            "Hint",
            {
                "seat": models.OneToOneField(
                    "games.seat", CASCADE, primary_key=True, related_name="+", serialize=False
                ),
                "decision": models.PositiveIntegerField(),
                "until": models.DateTimeField(),
                "found": models.JSONField(null=True, blank=True),
            },
            verbose_name="hint",
            verbose_name_plural="hints",
        ),
        create_table(
            "Vote",
            {
                "id": ID,
                "game": models.ForeignKey("games.game", CASCADE, related_name="votes"),
                "kind": models.CharField(
                    max_length=10,
                    choices=[
                        ("absent", "What should happen to an absent player's seat?"),
                        ("cancel", "Cancel the game?"),
                        ("draw", "Agree on a draw?"),
                        ("pause", "Pause the game?"),
                        ("resume", "Resume the game?"),
                        ("days", "Go on with days per turn?"),
                        ("live", "Continue live?"),
                    ],
                ),
                "seat": models.PositiveSmallIntegerField(
                    null=True, blank=True, help_text="the absent player's seat, which has no vote"
                ),
                "opened_by": models.PositiveSmallIntegerField(
                    null=True, blank=True, help_text="seat"
                ),
                "opened_at": models.DateTimeField(default=timezone.now),
                "closes_at": models.DateTimeField(),
                "closed_at": models.DateTimeField(null=True, blank=True),
                "outcome": models.CharField(max_length=20, blank=True),
            },
            verbose_name="vote",
            verbose_name_plural="votes",
            indexes=[Index(fields=["closes_at"], name="vote_due", condition=Q(closed_at=None))],
            constraints=[
                UniqueConstraint(
                    fields=("game",), name="vote_one_open_per_game", condition=Q(closed_at=None)
                )
            ],
        ),
        create_table(
            "Ballot",
            {
                "id": ID,
                "vote": models.ForeignKey(
                    "games.vote", CASCADE, db_index=False, related_name="ballots"
                ),
                "seat": models.PositiveSmallIntegerField(),
                "choice": models.CharField(max_length=20),
                "at": models.DateTimeField(default=timezone.now),
            },
            verbose_name="ballot",
            verbose_name_plural="ballots",
            constraints=[UniqueConstraint(fields=("vote", "seat"), name="ballot_once")],
        ),
    ]
