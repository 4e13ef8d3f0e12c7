"""Pages to add, test, remove and switch on webhooks."""

from typing import Any, cast
from urllib.parse import urlsplit

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from boardgames.http import safe_outbound
from boardgames.http.safe_outbound import NotAllowed
from boardgames.refusal import Refusal
from notifications import games
from notifications.models import Webhook
from notifications.webhooks import hooks

_FORMS_BY_HOST = {
    "discord.com": Webhook.Form.DISCORD,
    "discordapp.com": Webhook.Form.DISCORD,
    "hooks.slack.com": Webhook.Form.SLACK,
}


class WebhookForm(forms.Form):
    """A new webhook."""

    form = forms.ChoiceField(label=gettext_lazy("For"), choices=Webhook.Form.choices)
    url = forms.CharField(
        label=gettext_lazy("Address"),
        max_length=1000,
        widget=forms.URLInput(attrs={"placeholder": "https://", "autocomplete": "off"}),
        help_text=gettext_lazy(
            "Discord: Server settings › Integrations › Webhooks. Slack: an app with "
            "“Incoming Webhooks”. Matrix: a generic webhook from hookshot. Plain JSON: "
            "any program of your own."
        ),
    )
    game = forms.TypedChoiceField(
        label=gettext_lazy("Notifies about"), required=False, coerce=int, empty_value=None
    )

    def __init__(self, user: User, data: Any = None, initial: Any = None) -> None:
        super().__init__(data, initial=initial, prefix="webhook")
        played = games.provider().played_by(user)
        titles = games.provider().titles(user, played)
        field = cast(forms.TypedChoiceField, self.fields["game"])
        field.choices = [("", _("all my games")), *((each, titles[each]) for each in played)]

    def clean_url(self) -> str:
        url: str = self.cleaned_data["url"].strip()
        try:
            self.host = safe_outbound.address(url).host
        except NotAllowed as error:
            raise forms.ValidationError(str(error)) from error
        return url

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        fitting = _FORMS_BY_HOST.get(getattr(self, "host", ""))
        if fitting and "form" in cleaned and cleaned["form"] != fitting:
            self.add_error("form", _("This is an address of %(name)s.") % {"name": fitting.label})
        return cleaned


def context(user: User, form: WebhookForm | None = None) -> dict[str, Any]:
    """The context of templates/notifications/webhooks.html."""
    webhooks = list(user.webhooks.all())
    titles = games.provider().titles(user, [each.game_id for each in webhooks if each.game_id])
    return {
        "webhooks": [
            (_place(each), titles[each.game_id] if each.game_id else "", each) for each in webhooks
        ],
        "webhook_form": form or WebhookForm(user),
    }


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def show_webhooks(request: HttpRequest) -> HttpResponse:
    """The webhook forms alone, for one with errors; normally the page of all settings shows
    them."""
    user = cast(User, request.user)
    if request.method != "POST":
        return _back()
    form = WebhookForm(user, request.POST)
    if form.is_valid():
        try:
            data = form.cleaned_data
            hooks.add(user, data["form"], data["url"], data["game"])
        except Refusal as refused:
            form.add_error(None, str(refused))
        else:
            messages.success(request, _("The webhook is added. Try it with “Send a test”."))
            return _back()
    return render(request, "notifications/webhooks_page.html", context(user, form), status=422)


@login_required
@require_POST
def remove(request: HttpRequest, webhook_id: int) -> HttpResponse:
    hooks.remove(cast(User, request.user), webhook_id)
    messages.success(request, _("The webhook is removed."))
    return _back()


@login_required
@require_POST
def switch_on(request: HttpRequest, webhook_id: int) -> HttpResponse:
    hooks.switch_on(cast(User, request.user), webhook_id)
    messages.success(request, _("The webhook is switched on again."))
    return _back()


@login_required
@require_POST
def test(request: HttpRequest, webhook_id: int) -> HttpResponse:
    webhook = get_object_or_404(Webhook, pk=webhook_id, user=cast(User, request.user))
    taken, answer = hooks.test(webhook)
    if taken:
        messages.success(request, _("It works. The answer: %(answer)s") % {"answer": answer})
    else:
        messages.error(request, _("It does not work: %(answer)s") % {"answer": answer})
    return _back()


def _back() -> HttpResponse:
    return redirect(reverse("notification-settings") + "#webhooks")


def _place(webhook: Webhook) -> str:
    """The identifying part of its address: the rest is a secret."""
    return f"{urlsplit(webhook.url).netloc}/…{webhook.url[-4:]}"
