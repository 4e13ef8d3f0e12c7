"""The page of a case: what was reported, by whom, about whom, and the decision."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import admin, messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import Sanction
from games.errors import GameError, NotFound, Refused
from games.models import Case, ChatMessage, ReadyReason, Report, Tenure
from games.moderation import cases, desk, interest, reasons, record, reports
from games.moderation.cases import Decision
from games.moderation.desk import Act
from games.moderation.pieces import table_name

About = Case.About
Kind = Sanction.Kind
#: Lines of chat around a message, including it.
AROUND, BEFORE = 5, 3
#: What may accompany a decision; words and styles depend on it.
WAYS = ("warning", "mute", "suspension", "ban", "none")
#: Sanctions with a form of their own: for how long, and a confirmation if it is final.
OWN_FORM = {
    Kind.SUSPENSION: Act(
        gettext_lazy("Suspend for a time"), ["days"], lambda data: None,
        about=gettext_lazy("Seats are kept, and clocks keep running."),
    ),
    Kind.BAN: Act(
        gettext_lazy("Ban"), [], lambda data: None, final=True,
        about=gettext_lazy(
            "The account resigns from all its games. Lifting the ban does not bring them "
                    "back."
        ),
    ),
}  # fmt: skip


@dataclass(frozen=True)
class Choice:
    """A choice of several: its value, its words, whether it is preselected."""

    value: object
    label: str
    checked: bool = False


def case(request: HttpRequest, case_id: int) -> HttpResponse:
    """Show a case, and decide it; for people who may moderate."""
    desk.check_permissions(request)
    found = get_object_or_404(
        Case.objects.select_related("person", "game", "message__user", "sanction", "closed_by"),
        pk=case_id,
    )
    if refused := _others_decide(request, found):
        return refused
    if request.method != "POST":
        return _page(request, found)
    do = _DOES.get(request.POST.get("do", ""))
    if do is None:
        raise Http404
    try:
        return do(request, found)
    except GameError as error:
        return _page(request, found, str(error), error.status)


def by_hand(request: HttpRequest, about: str, number: int) -> HttpResponse:
    """The same page for something that nobody has reported.

    A moderator comes from the page where they saw it, and returns there. The case is opened when
    they decide.
    """
    desk.check_permissions(request)
    try:
        kind = About(about)
        reported = Report.About.PERSON if kind == About.NAME else Report.About(kind)
        subject = reports.subject(reported, number, me(request))
    except (ValueError, NotFound) as error:
        raise Http404 from error
    found = cases.unopened(kind, subject)
    if refused := _others_decide(request, found):
        return refused
    if request.method == "POST":
        found = cases.open_by_hand(kind, subject)
        answer = case(request, found.pk)
        if Case.objects.filter(pk=found.pk, state=Case.State.OPEN).exists():
            return answer
        return redirect(_seen_at(found))
    return case(request, found.pk) if found.pk else _page(request, found)


def _seen_at(found: Case) -> str:
    if found.game_id:
        return reverse("game", args=[found.game_id])
    name = found.person.username if found.person else ""
    return reverse("player", args=[name])


def next_case(request: HttpRequest, case_id: int) -> HttpResponse:
    """Continue to the case after this one."""
    desk.check_permissions(request)
    known = Case.objects.exclude(person=me(request))
    return _on(request, get_object_or_404(known, pk=case_id))


def of_report(request: HttpRequest, report_id: int) -> HttpResponse:
    """The target of links in older e-mails."""
    desk.check_permissions(request)
    known = interest.known_to(Report.objects.all(), me(request))
    return redirect("admin:case", get_object_or_404(known, pk=report_id).case_id)


def _others_decide(request: HttpRequest, found: Case) -> HttpResponse | None:
    """What is shown of a case that another moderator must decide; None if this one may."""
    try:
        cases.check_case(found, me(request))
    except NotFound as error:
        raise Http404 from error
    except Refused as error:
        status = error.status if request.method == "POST" else 200
        return _shown(request, found, {"others": str(error)}, status)
    return None


def me(request: HttpRequest) -> int:
    return int(request.user.pk or 0)


# Actions -------------------------------------------------------------------------------------


def _on(request: HttpRequest, found: Case) -> HttpResponse:
    following = cases.following(found, me(request))
    return redirect("admin:case", following.pk) if following else redirect("admin:cases")


def _decide(request: HttpRequest, found: Case) -> HttpResponse:
    also = request.POST.get("also", "")
    if also in OWN_FORM:
        kept = {"act": also, "reason": request.POST.get("reason", "")}
        kept["words"] = request.POST.get("words", "")
        return redirect(f"{reverse('admin:case', args=[found.pk])}?{urlencode(kept)}#decide")
    cases.decide(found.pk, me(request), _decision(request, also=also))
    return _on(request, found)


def _remove(request: HttpRequest, found: Case) -> HttpResponse:
    cases.decide(found.pk, me(request), _decision(request, also=""))
    return _on(request, found)


def _own_form(request: HttpRequest, found: Case) -> HttpResponse:
    """Carry out a suspension or a ban, whose own form was sent."""
    also = request.POST.get("also", "")
    if also not in OWN_FORM:
        raise Http404
    form = desk.form_of(OWN_FORM[Kind(also)], request.POST, {})
    if not form.is_valid():
        return _page(request, found, act=also, form=form, status=422)
    days = form.cleaned_data.get("days")
    cases.decide(found.pk, me(request), _decision(request, also=also, days=days))
    return _on(request, found)


def _nothing(request: HttpRequest, found: Case) -> HttpResponse:
    cases.dismiss(found.pk, me(request), request.POST.get("words", ""))
    return _on(request, found)


def _aside(request: HttpRequest, found: Case) -> HttpResponse:
    cases.postpone(found.pk, me(request))
    return _on(request, found)


def _back(request: HttpRequest, found: Case) -> HttpResponse:
    cases.take_back_decision(found.pk, me(request))
    messages.success(request, _("The decision was taken back, and the case is open again."))
    return redirect("admin:case", found.pk)


_DOES: dict[str, Callable[[HttpRequest, Case], HttpResponse]] = {
    "all": _decide,
    "remove": _remove,
    "own": _own_form,
    "nothing": _nothing,
    "aside": _aside,
    "back": _back,
}


def _decision(request: HttpRequest, also: str, days: int | None = None) -> Decision:
    number = request.POST.get("reason", "")
    ready = ReadyReason.objects.filter(pk=number).first() if number.isdecimal() else None
    words = request.POST.get("words", "")
    return Decision(remove=True, also=also, days=days, reason=ready, words=words)


# Contents ------------------------------------------------------------------------------------


def _page(
    request: HttpRequest,
    found: Case,
    error: str = "",
    status: int = 200,
    act: str = "",
    form: Any = None,
) -> HttpResponse:
    sent = list(found.reports.select_related("by").order_by("at")) if found.pk else []
    context: dict[str, Any] = {
        **_reported(found, sent),
        **_deciding(request, found, sent),
        **_chosen_form(act or request.GET.get("act", ""), form),
        **last_decision(request),
        "error": error,
        "waiting": _waiting(request, found),
        "closed": record.describe_decision(found) if found.closed_at else None,
        "takes_back": cases.can_be_taken_back(found),
        "then": _then(found),
        "by_hand": not found.pk,
    }
    return _shown(request, found, context, status)


def _reported(found: Case, sent: list[Report]) -> dict[str, Any]:
    """What was reported, where, and about whom."""
    return {
        "reports": sent,
        "reports_title": _reports_title(found, len(sent)),
        "no_words": _("no comment"),
        "said_title": _SAID[About(found.about)],
        "said": found.said or (sent[0].words if sent else ""),
        "where": _where(found),
        "around": _around(found.message) if found.message else [],
        "record": record.read_record(found.person) if found.person else None,
        "case_table": table_name(found.game) if found.game else "",
        "all_about": _("Everything about %(name)s") % {"name": found.person},
    }


def _deciding(request: HttpRequest, found: Case, sent: list[Report]) -> dict[str, Any]:
    """The form: reasons, what else comes with them, and the effect of each."""
    asked, usual = request.POST or request.GET, cases.usual(found)
    will = _will(found, sent)
    return {
        "told_to": _("Reason (%(name)s will read it)") % {"name": found.person},
        "ready": [
            Choice(each.pk, str(each), each == usual.reason) for each in reasons.offered(found)
        ],
        "disagree": len(reasons.reasons_of(found)) > 1,
        "also": _also(found, asked.get("also", usual.also)),
        "will": will,
        "will_also": [(key, will[key]) for key in WAYS],
        "buttons": _buttons(found),
        "chosen": asked.get("reason", ""),
        "words": asked.get("words", ""),
        "most": 400,
    }


def _chosen_form(act: str, form: Any) -> dict[str, Any]:
    """The chosen sanction, if it has a form of its own."""
    if act not in OWN_FORM:
        return {"act": "", "act_of": None, "form": form}
    if form is None:
        form = desk.form_of(OWN_FORM[Kind(act)], None, {})
        if "days" in form.fields:
            form.fields["days"].initial = cases.MUTE_DAYS
    return {"act": act, "act_of": OWN_FORM[Kind(act)], "form": form}


def _shown(
    request: HttpRequest, found: Case, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    number = _("Case %(number)d") % {"number": found.pk} if found.pk else _("A new case")
    context = {
        **admin.site.each_context(request),
        **context,
        "title": title(found) if "others" not in context else number,
        "case": found,
        "number": number,
        "say": _WORDS,
    }
    return TemplateResponse(request, "admin/case.html", context, status=status)


def title(found: Case) -> str:
    """The subject of the case, in a few words."""
    name = found.person.username if found.person else "–"
    table = table_name(found.game) if found.game else "–"
    match About(found.about):
        case About.MESSAGE:
            return _("Message of %(name)s in %(game)s") % {"name": name, "game": table}
        case About.NAME:
            return _("The name %(name)s") % {"name": found.said or name}
        case About.PERSON:
            return name
        case About.GAME:
            return table
    return _("Appeal of %(name)s") % {"name": name}


def last_decision(request: HttpRequest) -> dict[str, object]:
    """This moderator's last decision, for the line with a link to it."""
    found = cases.last_decided(me(request))
    if found is None:
        return {}
    return {"last": found, "last_title": title(found), "last_told": record.describe_decision(found)}


def _then(found: Case) -> str:
    """The game at that time."""
    if found.game is None or found.number is None:
        return ""
    return f"{reverse('game', args=[found.game.pk])}?at={found.number}"


def _where(found: Case) -> str:
    """Where the message was written, and by whom."""
    if found.message is None:
        return ""
    names = (
        Tenure.objects.filter(seat__game=found.message.game_id)
        .exclude(user=None)
        .values_list("user__username", flat=True)
        .distinct()
    )
    among = [_("among spectators")] if found.message.onlookers else []
    return ", ".join([*among, *sorted(names)])


def _around(message: ChatMessage) -> list[ChatMessage]:
    """Five lines of the chat, including this one."""
    said = ChatMessage.objects.filter(game=message.game_id, onlookers=message.onlookers)
    said = said.select_related("user")
    before = list(said.filter(pk__lt=message.pk).order_by("-pk")[: AROUND - 1])
    after = list(said.filter(pk__gt=message.pk).order_by("pk")[: AROUND - 1])
    early = before[: max(BEFORE, AROUND - 1 - len(after))]
    return [*reversed(early), message, *after[: AROUND - 1 - len(early)]]


def _waiting(request: HttpRequest, found: Case) -> str:
    more = cases.list_open_cases(me(request)).exclude(pk=found.pk).count()
    return _("oldest first, %(n)d more") % {"n": more}


def _reports_title(found: Case, many: int) -> str:
    said = {
        About.MESSAGE: ngettext(
            "%(n)d report of this message", "%(n)d reports of this message", many
        ),
        About.NAME: ngettext("%(n)d report of this name", "%(n)d reports of this name", many),
        About.PERSON: ngettext("%(n)d report of this player", "%(n)d reports of this player", many),
        About.GAME: ngettext("%(n)d report of this game", "%(n)d reports of this game", many),
        About.APPEAL: _("In the person's own words"),
    }
    return said[About(found.about)] % {"n": many}


def _removes(found: Case) -> bool:
    """Whether there is still something to hide, to rename or to withdraw."""
    match About(found.about):
        case About.MESSAGE:
            return found.message is not None and found.message.hidden_at is None
        case About.NAME:
            return found.person is not None
        case About.APPEAL:
            return found.sanction is not None and found.sanction.withdrawn_at is None
    return False


def _also(found: Case, usual: str) -> list[Choice]:
    """What may come with the decision."""
    if found.person is None or found.about in (About.APPEAL, About.GAME):
        return []
    warned = found.person.sanctions.filter(kind=Kind.WARNING, withdrawn_at=None).count()
    times = {0: _("warn"), 1: _("warn (second time)")}
    warn = times.get(warned) or _("warn (%(n)d times so far)") % {"n": warned}
    labels = {
        Kind.WARNING: warn,
        Kind.MUTE: _("mute for 7 days"),
        Kind.SUSPENSION: _("suspend for 7 days …"),
        Kind.BAN: _("ban …"),
        "": _("nothing more"),
    }
    return [Choice(value, label, value == usual) for value, label in labels.items()]


def _will(found: Case, sent: list[Report]) -> dict[str, str]:
    """The effect, in parts of a sentence: what is hidden, each sanction, and the people
    notified."""
    name = found.person.username if found.person else ""
    goes = {
        About.MESSAGE: _("the message is hidden from everyone"),
        About.NAME: _("the name is replaced by a random one"),
        About.APPEAL: _("the decision ends and no longer counts"),
    }
    first = goes.get(About(found.about), "") if _removes(found) else ""
    tells = {
        "warning": _("%(name)s is warned by notification and e-mail"),
        "mute": _("%(name)s cannot write for 7 days, and is notified on the site and by e-mail"),
        "suspension": _("a form asks how long %(name)s is suspended"),
        "ban": _("a form asks you to confirm that %(name)s is banned for good"),
        "none": _("%(name)s is notified on the site and by e-mail"),
    }
    tells = {key: words % {"name": name} for key, words in tells.items()}
    if not first:
        tells["none"] = ""
    writers = sorted({report.by.username for report in sent if report.by})
    closes = ""
    if sent and found.about != About.APPEAL:
        many = len(sent)
        closes = ngettext("%(n)d report is closed", "%(n)d reports are closed", many) % {"n": many}
        if writers:
            told = ngettext("%(names)s is notified", "%(names)s are notified", len(writers))
            closes += "; " + told % {"names": _listed(writers)}
    return {"goes": first, "closes": closes, **tells}


def _listed(names: list[str]) -> str:
    return (
        _("%(names)s and %(last)s") % {"names": ", ".join(names[:-1]), "last": names[-1]}
        if len(names) > 1
        else names[0]
    )


def _buttons(found: Case) -> dict[str, Any]:
    """The labels of the three outcomes; the first depends on what comes with it."""
    about, removes = About(found.about), _removes(found)
    if about == About.APPEAL:
        return {
            "all": {"none": _("Withdraw it, close, next")},
            "short": {"none": _("Withdraw it, next")},
            "remove": "",
            "nothing": _("Keep the decision"),
        }
    if about == About.GAME or found.person is None:
        return {
            "all": {"none": _("Dealt with, close, next")},
            "short": {"none": _("Dealt with, next")},
            "remove": "",
            "nothing": _("Nothing wrong"),
        }
    goes = {About.MESSAGE: _("Hide"), About.NAME: _("Rename")}.get(about, "") if removes else ""
    acts = {
        "warning": _("warn"),
        "mute": _("mute"),
        "suspension": _("suspend …"),
        "ban": _("ban …"),
        "none": "" if goes else _("dealt with"),
    }

    def words(*last: str) -> dict[str, str]:
        steps = {key: [goes, act, *last] for key, act in acts.items()}
        return {key: _sentence(each) for key, each in steps.items()}

    alone = {About.MESSAGE: _("Hide and close"), About.NAME: _("Rename and close")}
    return {
        "all": words(_("close"), _("next")),
        "short": words(_("next")),
        "remove": alone[about] if removes else _("Dealt with, close"),
        "nothing": _("Nothing wrong"),
    }


def _sentence(steps: list[str]) -> str:
    said = ", ".join(step for step in steps if step)
    return said[:1].upper() + said[1:]


_SAID = {
    About.MESSAGE: gettext_lazy("What they wrote"),
    About.NAME: gettext_lazy("The name"),
    About.PERSON: gettext_lazy("What was reported"),
    About.GAME: gettext_lazy("What was reported"),
    About.APPEAL: gettext_lazy("What was decided"),
}
#: The words of the admin's templates.
_WORDS = {
    "start": gettext_lazy("Start"),
    "cases": gettext_lazy("Cases"),
    "aside": gettext_lazy("Postpone"),
    "next": gettext_lazy("Next case"),
    "decide": gettext_lazy("Decide"),
    "disagree": gettext_lazy("The reports name several reasons. Choose the one that applies."),
    "in_talk": gettext_lazy("in the chat of"),
    "then": gettext_lazy("the game at that time"),
    "hidden": gettext_lazy("hidden"),
    "act_table": gettext_lazy("Act at the table"),
    "besides": gettext_lazy("In addition to hiding"),
    "besides_other": gettext_lazy("What happens"),
    "own_words": gettext_lazy("Your own words"),
    "may_be_empty": gettext_lazy("(optional)"),
    "will": gettext_lazy("What will happen:"),
    "keys": gettext_lazy("You can take this back within an hour."),
    "keys_are": gettext_lazy("Keys:"),
    "key_all": gettext_lazy("all"),
    "key_remove": gettext_lazy("hide"),
    "key_close": gettext_lazy("close"),
    "key_nothing": gettext_lazy("nothing wrong"),
    "key_stands": gettext_lazy("decision kept"),
    "key_next": gettext_lazy("next"),
    "take_back": gettext_lazy("Take it back"),
    "do_it": gettext_lazy("Do it"),
    "cancel": gettext_lazy("Cancel"),
    "decided": gettext_lazy("Decided"),
    "last": gettext_lazy("Last decision:"),
    "by": gettext_lazy("by"),
    "upheld": gettext_lazy("reports:"),
    "none_yet": gettext_lazy("Nobody has reported it."),
    "column_at": gettext_lazy("When"),
    "column_by": gettext_lazy("By"),
    "column_reason": gettext_lazy("Reason"),
    "column_text": gettext_lazy("Text"),
    "column_act": gettext_lazy("What"),
}
