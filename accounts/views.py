"""The reader's own account pages, beside those of allauth."""

from typing import Any

from allauth.account import views as allauth_views
from allauth.account.internal.flows.email_verification import send_verification_email_to_address
from allauth.account.models import EmailAddress
from allauth.account.utils import get_next_redirect_url
from allauth.core import context
from allauth.mfa.base import views as mfa_views
from allauth.mfa.utils import is_mfa_enabled
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.crypto import constant_time_compare
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.i18n import set_language as django_set_language

from accounts import bots, bounces, exporting, people
from accounts.calendar import calendars
from accounts.current_user import current_user
from accounts.entering import guests
from accounts.entering.forms import LoginForm, SignupForm
from accounts.forms import BotForm, CloseForm, ProfileForm, TokenForm
from accounts.limits import retry_after
from accounts.models import ApiToken, User
from accounts.preferences import KEYS_COOKIE, YEAR, device_keys
from accounts.sessions import browsers, tokens
from boardgames.refusal import Refusal


class LoginView(allauth_views.LoginView):
    """allauth's view; people who guessed too often are told when to come back."""

    def form_invalid(self, form: LoginForm) -> HttpResponse:
        return _told_when(super().form_invalid(form), self.request, form)


class SecondStepView(mfa_views.AuthenticateView):
    """The same for codes of the second factor, whose guesses are counted per person."""

    def form_invalid(self, form: Form) -> HttpResponse:
        response: HttpResponse = super().form_invalid(form)
        key = f"mfa-auth-user-{self.stage.login.user.pk}"
        retry_after.note_seconds(self.request, "login_failed", key)
        return _told_when(response, self.request, form)


class SignupView(allauth_views.SignupView):
    """allauth's view; people who signed up too often are told when to come back."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method == "POST":
            retry_after.note_seconds(request, "signup")
        response: HttpResponse = super().dispatch(request, *args, **kwargs)
        return response


def _told_when(response: HttpResponse, request: HttpRequest, form: Form) -> HttpResponse:
    """The page of a form that was refused for too many guesses, with the time of the next try."""
    fields = ("__all__", *form.fields)
    if any(form.has_error(field, code) for field in fields for code in tokens.PAUSING):
        response.status_code = 429
        response["Retry-After"] = str(retry_after.seconds(request))
    return response


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def profile(request: HttpRequest) -> HttpResponse:
    """A person's preferences, and links to password, e-mail, second factor and tokens."""
    form = ProfileForm(
        request.POST or None, instance=current_user(request), initial={"keys": device_keys(request)}
    )
    if request.method == "POST" and form.is_valid():
        keys = form.cleaned_data.pop("keys")
        try:
            user = people.set_preferences(current_user(request), **form.cleaned_data)
        except calendars.Busy as busy:
            form.add_error(None, str(busy))
        else:
            with translation.override(user.language):
                messages.success(request, _("Saved."))
            response = redirect("profile")
            if keys:
                response.set_cookie(KEYS_COOKIE, keys, max_age=YEAR, samesite="Lax")
            return response
    addresses = EmailAddress.objects.filter(user=current_user(request)).order_by(
        "-verified", "-primary"
    )
    shown = {
        "form": form,
        "address": addresses.first(),
        "second_factor": is_mfa_enabled(current_user(request)),
    }
    return render(request, "accounts/profile.html", shown)


def _onward(request: HttpRequest) -> str | None:
    """The page that the request asks to continue with, if it is one of ours.

    Not for `redirect`, which would take a page's name with a colon for a view.
    """
    asked = get_next_redirect_url(request)
    return asked if asked and asked.startswith(("/", "http://", "https://")) else None


@login_required
@require_POST
def send_confirmation(request: HttpRequest) -> HttpResponse:
    """Send the e-mail again that confirms an address.

    While the last one is fresh none is sent, and the page says the same.
    """
    email = current_user(request).unconfirmed_email
    if email is not None:
        address = EmailAddress.objects.get_for_user(current_user(request), email)
        send_verification_email_to_address(request, address)
    return HttpResponseRedirect(_onward(request) or reverse("account_email"))


@login_required
@require_POST
def wake_address(request: HttpRequest) -> HttpResponse:
    """Resume e-mail to an address that stopped after a bounce."""
    bounces.wake(current_user(request))
    messages.success(request, _("We will send e-mail to your address again."))
    return HttpResponseRedirect(_onward(request) or reverse("profile"))


@csrf_exempt  # a mail server posts here; the token is the permission
@require_POST
def bounced(request: HttpRequest) -> HttpResponse:
    """Process a raw bounce from a mail server that knows the token."""
    token = settings.BOUNCES_TOKEN
    given = request.headers.get("Authorization", "")
    if not token or not constant_time_compare(given.encode(), f"Bearer {token}".encode()):
        raise Http404
    return HttpResponse(status=204 if bounces.take_bounce(request.body) else 202)


@require_POST
def set_language(request: HttpRequest) -> HttpResponse:
    """Django's language switch, which also stores the language in the account."""
    response: HttpResponse = django_set_language(request)
    language = request.POST.get("language")
    if request.user.is_authenticated and language in dict(settings.LANGUAGES):
        people.set_language(current_user(request), language)
    return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def play_as_guest(request: HttpRequest) -> HttpResponse:
    """Create an account without any form; GET explains what that means."""
    onward = _onward(request) or settings.LOGIN_REDIRECT_URL
    if request.user.is_authenticated:
        return HttpResponseRedirect(onward)
    if request.method != "POST":
        return render(request, "accounts/guest.html", {"next": onward})
    return guests.make_guest(request) or HttpResponseRedirect(onward)


@never_cache
@login_required
@sensitive_post_parameters("password1")
@require_http_methods(["GET", "HEAD", "POST"])
def keep_account(request: HttpRequest) -> HttpResponse:
    """Make a guest's account permanent, and continue to `next`; the games stay."""
    onward = _onward(request)
    if not current_user(request).is_guest:
        return HttpResponseRedirect(onward or reverse("profile"))
    refusal = retry_after.consume_or_429(request, "signup")
    if refusal:
        return refusal
    form = SignupForm(request.POST or None, initial={"username": current_user(request).username})
    if request.method == "POST" and form.is_valid():
        user, response = form.try_save(request)
        if user is None:
            return response or redirect("keep-account")
        update_session_auth_hash(request, user)
        request.session.set_expiry(settings.SESSION_COOKIE_AGE)
        messages.success(request, _("Your account is permanent now. You keep all your games."))
        send_verification_email_to_address(
            request, EmailAddress.objects.get(user=user), signup=True
        )
        return HttpResponseRedirect(onward or reverse("profile"))
    return render(request, "accounts/keep.html", {"form": form, "next": onward})


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def api_tokens(request: HttpRequest) -> HttpResponse:
    """A person's API tokens. A new one is shown in the answer to its form, and never again."""
    form, new = TokenForm(request.POST or None), None
    if request.method == "POST" and form.is_valid():
        try:
            scope = form.cleaned_data["scope"]
            new = tokens.mint(current_user(request), form.cleaned_data["name"], scope=scope)
            form = TokenForm()
        except tokens.TooManyTokens:
            form.add_error(None, _("You have too many tokens. Revoke one first."))
    shown = {"form": form, "new": new, "tokens": current_user(request).api_tokens.all()}
    return render(request, "accounts/tokens.html", shown)


@login_required
@require_POST
def revoke_token(request: HttpRequest, token_id: int) -> HttpResponse:
    try:
        tokens.revoke(current_user(request), token_id)
    except ApiToken.DoesNotExist:
        raise Http404 from None
    messages.success(request, _("The token is revoked."))
    return redirect("tokens")


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def own_bots(request: HttpRequest) -> HttpResponse:
    """A person's bots. A bot's token is shown in the answer to its form, and never again."""
    me, new = current_user(request), None
    form = BotForm(request.POST if "name" in request.POST else None)
    if request.method == "POST" and "renew" in request.POST:
        new = bots.renew(me, _bot(request, "renew").pk)
    elif request.method == "POST" and form.is_valid():
        try:
            _made, new = bots.make(me, form.cleaned_data["name"])
            form = BotForm()
        except Refusal as refused:
            form.add_error("name", str(refused))
    shown = {"form": form, "new": new, "bots": bots.list_bots(me), "most": bots.MOST}
    return render(request, "accounts/bots.html", shown)


@login_required
@require_POST
def close_bot(request: HttpRequest) -> HttpResponse:
    bots.close(current_user(request), _bot(request, "bot").pk)
    messages.success(request, _("The bot is closed."))
    return redirect("bots")


def _bot(request: HttpRequest, field: str) -> User:
    """The bot that a form names; 404 if the caller may not change it."""
    found = bots.active(current_user(request)).filter(username=request.POST.get(field, "")).first()
    if found is None:
        raise Http404
    return found


@never_cache
@login_required
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def close_account(request: HttpRequest) -> HttpResponse:
    form = CloseForm(current_user(request), request.POST or None)
    if request.method == "POST" and form.is_valid():
        when = people.ask_to_close(current_user(request))
        logout(request)
        if when is None:
            messages.success(request, _("Your account has been deleted. Farewell!"))
        else:
            text = _("Your account will be deleted on %(day)s. Sign in before then to keep it.")
            messages.success(request, text % {"day": date_format(when)})
        return redirect("account_login")
    return render(request, "accounts/close.html", {"form": form, "grace": people.GRACE.days})


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def sessions(request: HttpRequest) -> HttpResponse:
    """Where a person is signed in; a POST signs out everywhere else."""
    me = current_user(request)
    if request.method == "POST":
        people.end_access(me)
        update_session_auth_hash(request, me)
        UserSession.objects.create_from_request(request)
        messages.success(
            request, _("You are signed out everywhere else, and so are your programs.")
        )
        return redirect("sessions")
    with context.request_context(request):
        found = sorted(UserSession.objects.purge_and_list(me), key=lambda one: one.created_at)
        for one in found:
            one.browser = browsers.named(one.user_agent)
        return render(request, "accounts/sessions.html", {"sessions": found})


@never_cache
@login_required
@require_safe
def export(request: HttpRequest) -> HttpResponse:
    """Everything stored about the reader, as a file."""
    me = current_user(request)
    response = JsonResponse(exporting.everything(me), json_dumps_params={"indent": 1})
    response["Content-Disposition"] = f'attachment; filename="{me.username}.json"'
    return response
