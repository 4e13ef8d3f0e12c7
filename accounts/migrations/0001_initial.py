from django.contrib.auth.models import UserManager
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import migrations, models
from django.db.models import (
    CASCADE,
    PROTECT,
    SET_NULL,
    CheckConstraint,
    F,
    Func,
    Index,
    Q,
    UniqueConstraint,
)
from django.db.models.functions import Upper
from django.utils import timezone

from accounts import names
from accounts.models import languages
from boardgames.database.tables import ID, USER, create_table

REPLACED = """
    0002_names_and_tokens 0003_calendar 0004_language_of_the_browser 0005_sessions_ended
    0006_company 0007_asked_to_keep 0008_unconfirmed_since 0009_scopes_and_grace 0010_conduct
    0011_export_the_log 0012_leaving_index 0013_language_choices 0014_sanction_withdrawn
    0015_name_parts 0016_letters 0017_former_names 0018_first_times 0019_bots 0020_bots_index
    0021_wants_betas 0022_shared_browsers 0023_unanswered 0024_refused_mail 0025_bounces
"""

# A function of our own: not every PostgreSQL brings pg_trgm.
NAME_PARTS = """
CREATE FUNCTION name_parts(name text) RETURNS text[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT substr(lower(name), at, 3)), '{}')
  FROM generate_series(1, length(name) - 2) AS at
$$
"""
# The audit log is only appended to, whatever the code or somebody with the admin tries.
APPEND_ONLY = """
CREATE FUNCTION accounts_act_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the audit log is only appended to' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON accounts_act
    FOR EACH ROW EXECUTE FUNCTION accounts_act_is_append_only();
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON accounts_act
    FOR EACH STATEMENT EXECUTE FUNCTION accounts_act_is_append_only();
"""
CHANGEABLE = """
DROP TRIGGER append_only ON accounts_act;
DROP TRIGGER never_emptied ON accounts_act;
DROP FUNCTION accounts_act_is_append_only();
"""


class Migration(migrations.Migration):
    initial = True
    replaces = [("accounts", name) for name in REPLACED.split()]
    dependencies = [("auth", "0012_alter_user_first_name_max_length")]
    operations = [
        migrations.RunSQL(NAME_PARTS, "DROP FUNCTION name_parts(text)"),
        create_table(
            "User",
            {
                "id": ID,
                "password": models.CharField("password", max_length=128),
                "last_login": models.DateTimeField("last login", null=True, blank=True),
                "is_superuser": models.BooleanField(
                    "superuser status",
                    default=False,
                    help_text="Designates that this user has all permissions without explicitly assigning them.",
                ),
                "first_name": models.CharField("first name", max_length=150, blank=True),
                "last_name": models.CharField("last name", max_length=150, blank=True),
                "is_staff": models.BooleanField(
                    "staff status",
                    default=False,
                    help_text="Designates whether the user can log into this admin site.",
                ),
                "is_active": models.BooleanField(
                    "active",
                    default=True,
                    help_text="Designates whether this user should be treated as active. Unselect this instead of deleting accounts.",
                ),
                "date_joined": models.DateTimeField("date joined", default=timezone.now),
                "username": models.CharField(
                    "name",
                    max_length=30,
                    unique=True,
                    error_messages={"unique": "This name is taken. Please choose another one."},
                    validators=[names.well_formed, names.not_reserved],
                ),
                "email": models.EmailField(
                    "e-mail address", max_length=254, blank=True, db_index=True
                ),
                "language": models.CharField(
                    "language", max_length=8, default="", choices=languages
                ),
                "time_zone": models.CharField("time zone", max_length=64, default="UTC"),
                "is_guest": models.BooleanField("guest", default=False),
                "owner": models.ForeignKey(
                    USER,
                    PROTECT,
                    null=True,
                    blank=True,
                    db_index=False,
                    editable=False,
                    related_name="bots",
                    verbose_name="owner",
                    help_text="the person who runs this program; empty for a person",
                ),
                "asked_to_keep": models.BooleanField(
                    default=False,
                    db_default=False,
                    editable=False,
                    help_text="a guest who was asked to keep the account, and did not want to",
                ),
                "confirm_turns": models.BooleanField(
                    "confirm the end of my turns",
                    default=True,
                    help_text="Others see your moves only after you confirm them.",
                ),
                "explain_first": models.BooleanField(
                    "explain decisions the first time",
                    default=True,
                    db_default=True,
                    help_text="In your first two games of a type, each kind of decision is explained once.",
                ),
                "wants_betas": models.BooleanField(
                    "show me betas",
                    default=False,
                    db_default=False,
                    help_text="Betas are games that are nearly ready. Your results in them do not count.",
                ),
                "explained": ArrayField(
                    models.TextField(),
                    default=list,
                    db_default=[],
                    editable=False,
                    help_text="what this person was told once and is not told again",
                ),
                "calendar": models.JSONField(
                    blank=True,
                    default=dict,
                    db_default={},
                    help_text="when this person's clocks rest, as accounts.calendar",
                ),
                "reminder_share": models.PositiveSmallIntegerField(
                    "remind me when this share of my time is left",
                    default=25,
                    db_default=25,
                    help_text="in percent",
                ),
                "sessions_ended": models.PositiveIntegerField(
                    default=0,
                    db_default=0,
                    editable=False,
                    help_text="how often all sessions of this person were ended at once",
                ),
                "unconfirmed_since": models.DateTimeField(
                    null=True,
                    blank=True,
                    editable=False,
                    help_text="since when an e-mail address waits to be confirmed",
                ),
                "bounced_at": models.DateTimeField(
                    null=True,
                    blank=True,
                    editable=False,
                    help_text="when the last hard bounce came",
                ),
                "mail_rests_since": models.DateTimeField(
                    null=True,
                    blank=True,
                    editable=False,
                    help_text="since when no mail about games goes out",
                ),
                "closes_at": models.DateTimeField(
                    "closes",
                    null=True,
                    blank=True,
                    editable=False,
                    help_text="as its owner has asked",
                ),
                "groups": models.ManyToManyField(
                    "auth.group",
                    blank=True,
                    related_name="user_set",
                    related_query_name="user",
                    verbose_name="groups",
                    help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                ),
                "user_permissions": models.ManyToManyField(
                    "auth.permission",
                    blank=True,
                    related_name="user_set",
                    related_query_name="user",
                    verbose_name="user permissions",
                    help_text="Specific permissions for this user.",
                ),
            },
            verbose_name="user",
            verbose_name_plural="users",
            indexes=[
                Index(fields=["id"], name="user_closed", condition=Q(is_active=False)),
                Index(
                    fields=["closes_at"], name="user_closes", condition=Q(closes_at__isnull=False)
                ),
                Index(fields=["owner"], name="user_bots", condition=Q(owner__isnull=False)),
                Index(
                    fields=["date_joined"],
                    name="user_guest",
                    condition=Q(is_active=True, is_guest=True),
                ),
                GinIndex(
                    Func(
                        F("username"),
                        function="name_parts",
                        output_field=ArrayField(models.TextField()),
                    ),
                    name="user_name_parts",
                    fastupdate=False,
                ),
            ],
            constraints=[UniqueConstraint(Upper("username"), name="user_name_any_case")],
        ),
        migrations.AlterModelManagers("user", [("objects", UserManager())]),
        create_table(
            "ApiToken",
            {
                "id": ID,
                "user": models.ForeignKey(USER, CASCADE, related_name="api_tokens"),
                "name": models.CharField("name", max_length=60),
                "hash": models.CharField(max_length=64, unique=True, editable=False),
                "by_password": models.BooleanField(
                    default=False,
                    help_text="Created by signing in over the API. The oldest of these expire.",
                ),
                "scope": models.CharField(
                    "what it may do",
                    max_length=4,
                    default="all",
                    db_default="all",
                    choices=[
                        ("read", "read only, except friends and messages"),
                        ("play", "read, and do everything in games"),
                        ("all", "everything, including friends and messages"),
                    ],
                ),
                "created_at": models.DateTimeField("created", auto_now_add=True),
                "last_used_at": models.DateTimeField("last used", null=True, editable=False),
            },
            verbose_name="API token",
            verbose_name_plural="API tokens",
            ordering=["-created_at", "-id"],
        ),
        create_table(
            "Friend",
            {
                "id": ID,
                "user": models.ForeignKey(USER, CASCADE, db_index=False, related_name="friends"),
                "friend": models.ForeignKey(USER, CASCADE, related_name="friend_of"),
                "since": models.DateTimeField(auto_now_add=True),
            },
            verbose_name="friend",
            verbose_name_plural="friends",
            constraints=[UniqueConstraint(fields=("user", "friend"), name="friend_once")],
        ),
        create_table(
            "Block",
            {
                "id": ID,
                "user": models.ForeignKey(USER, CASCADE, db_index=False, related_name="blocks"),
                "blocked": models.ForeignKey(USER, CASCADE, related_name="blocked_by"),
                "since": models.DateTimeField(auto_now_add=True),
            },
            verbose_name="block",
            verbose_name_plural="blocks",
            constraints=[UniqueConstraint(fields=("user", "blocked"), name="block_once")],
        ),
        create_table(
            "Circle",
            {
                "id": ID,
                "user": models.ForeignKey(USER, CASCADE, db_index=False, related_name="circles"),
                "name": models.CharField("name", max_length=60),
                "members": models.ManyToManyField(USER, related_name="+"),
            },
            verbose_name="circle",
            verbose_name_plural="circles",
            ordering=["name"],
            constraints=[UniqueConstraint(fields=("user", "name"), name="circle_name")],
        ),
        create_table(
            "Privacy",
            {
                "user": models.OneToOneField(
                    USER, CASCADE, primary_key=True, related_name="privacy", serialize=False
                ),
                "hidden": ArrayField(models.CharField(max_length=20), default=list),
            },
            verbose_name="privacy",
            verbose_name_plural="privacies",
        ),
        create_table(
            "FormerName",
            {
                "id": ID,
                "user": models.ForeignKey(USER, CASCADE, related_name="former_names"),
                "name": models.CharField("former name", max_length=30),
                "at": models.DateTimeField("until", default=timezone.now),
            },
            verbose_name="former name",
            verbose_name_plural="former names",
            indexes=[Index(Upper("name"), name="former_name_any_case")],
        ),
        create_table(
            "SharedBrowser",
            {
                "id": ID,
                "one": models.ForeignKey(USER, CASCADE, related_name="+"),
                "other": models.ForeignKey(USER, CASCADE, related_name="+"),
                "at": models.DateTimeField(default=timezone.now, db_index=True),
            },
            constraints=[
                UniqueConstraint(fields=("one", "other"), name="shared_browser"),
                CheckConstraint(name="shared_browser_lower_first", condition=Q(one__lt=F("other"))),
            ],
        ),
        create_table(
            "Feed",
            {
                "user": models.OneToOneField(
                    USER, CASCADE, primary_key=True, related_name="feed", serialize=False
                ),
                "key": models.CharField(max_length=64, unique=True),
            },
        ),
        create_table(
            "Sanction",
            {
                "id": ID,
                "user": models.ForeignKey(
                    USER, CASCADE, related_name="sanctions", verbose_name="person"
                ),
                "kind": models.CharField(
                    "kind",
                    max_length=10,
                    choices=[
                        ("warning", "warning"),
                        ("mute", "may not write"),
                        ("suspension", "suspended"),
                        ("ban", "banned"),
                    ],
                ),
                "reason": models.TextField("reason"),
                "by": models.ForeignKey(
                    USER, SET_NULL, null=True, db_index=False, related_name="+", verbose_name="by"
                ),
                "at": models.DateTimeField("at", default=timezone.now),
                "until": models.DateTimeField("until", null=True, blank=True),
                "ended_at": models.DateTimeField("ended", null=True, blank=True),
                "withdrawn_at": models.DateTimeField(
                    "withdrawn",
                    null=True,
                    blank=True,
                    help_text="it was a mistake, and counts no more",
                ),
            },
            verbose_name="sanction",
            verbose_name_plural="sanctions",
            ordering=["-id"],
            indexes=[
                Index(
                    fields=["until"],
                    name="sanction_due",
                    condition=Q(ended_at=None, until__isnull=False),
                )
            ],
            constraints=[
                UniqueConstraint(
                    fields=("user", "kind"),
                    name="sanction_one_of_a_kind",
                    condition=Q(ended_at=None) & ~Q(kind="warning"),
                )
            ],
        ),
        create_table(
            "Note",
            {
                "id": ID,
                "user": models.ForeignKey(
                    USER, CASCADE, related_name="notes", verbose_name="person"
                ),
                "text": models.TextField("text"),
                "by": models.ForeignKey(
                    USER, SET_NULL, null=True, db_index=False, related_name="+", verbose_name="by"
                ),
                "at": models.DateTimeField("at", default=timezone.now),
            },
            verbose_name="note",
            verbose_name_plural="notes",
            ordering=["-id"],
        ),
        create_table(
            "Act",
            {
                "id": ID,
                "at": models.DateTimeField("at", default=timezone.now),
                "by_id": models.BigIntegerField(
                    null=True, help_text="none for a command of the operator's"
                ),
                "by": models.CharField("by", max_length=30),
                "action": models.CharField("action", max_length=40),
                "person_id": models.BigIntegerField(null=True),
                "person": models.CharField("person", max_length=30, blank=True),
                "game": models.BigIntegerField("game", null=True),
                "report": models.BigIntegerField("report", null=True),
                "reason": models.TextField("reason", blank=True),
                "before": models.JSONField("before", default=dict),
                "after": models.JSONField("after", default=dict),
            },
            verbose_name="logged action",
            verbose_name_plural="audit log",
            ordering=["-id"],
            permissions=[
                ("act_as_user", "Can view the service as somebody else"),
                ("export_act", "Can export the audit log"),
            ],
            indexes=[
                Index(fields=["person_id", "-id"], name="act_person"),
                Index(fields=["game", "-id"], name="act_game"),
                Index(fields=["by_id", "-id"], name="act_by"),
            ],
        ),
        create_table(
            "Letter",
            {
                "id": ID,
                "user": models.ForeignKey(USER, CASCADE, null=True, related_name="letters"),
                "address": models.EmailField(max_length=254),
                "subject": models.TextField(),
                "text": models.TextField(),
                "headers": models.JSONField(default=dict),
                "tries": models.PositiveSmallIntegerField(default=0),
                "unanswered": models.PositiveSmallIntegerField(
                    default=0, db_default=0, help_text="how often it went out and no answer came"
                ),
                "wrong_address": models.BooleanField(
                    default=False,
                    db_default=False,
                    help_text="It was given up as there is no such address.",
                ),
                "written_at": models.DateTimeField(default=timezone.now),
                "due_at": models.DateTimeField(null=True, default=timezone.now),
            },
            indexes=[
                Index(fields=["due_at", "id"], name="letter_due", condition=Q(due_at__isnull=False))
            ],
        ),
        migrations.RunSQL(APPEND_ONLY, CHANGEABLE),
    ]
