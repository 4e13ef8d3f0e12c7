"""How allauth behaves here."""

from typing import Any, cast

import structlog
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.core.validators import MaxLengthValidator
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from accounts import people, sanctions
from accounts.models import User
from accounts.preferences import device_time_zone

log = structlog.get_logger(__name__)


class AccountAdapter(DefaultAccountAdapter):
    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "email_password_mismatch": _("Name or password is not correct."),
        "username_password_mismatch": _("Name or password is not correct."),
        "username_taken": _("Somebody else has this name. Please choose another one."),
    }

    def is_ajax(self, request: HttpRequest) -> bool:
        return False  # our pages are pages; programs use /api/v1/

    def new_user(self, request: HttpRequest) -> User:
        """The account that a sign-up form fills in: a guest keeps his own."""
        return _guest(request) or User(
            language=get_language() or settings.LANGUAGE_CODE, time_zone=device_time_zone(request)
        )

    def save_user(
        self, request: HttpRequest, user: User, form: BaseForm, commit: bool = True
    ) -> User:
        user.is_guest = False
        super().save_user(request, user, form, commit=commit)
        return user

    def clean_username(self, username: str, shallow: bool = False) -> str:
        guest = _guest(self.request)
        if guest and username.lower() == guest.username.lower():
            return username
        return str(super().clean_username(username, shallow=shallow))

    def clean_email(self, email: str) -> str:
        MaxLengthValidator(User._meta.get_field("email").max_length)(email)
        return email

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Whoever entered before anybody's address was confirmed may have been somebody else."""
        user = cast(User, email_address.user)
        first = not EmailAddress.objects.filter(user=user, verified=True).exists()
        confirmed = bool(super().confirm_email(request, email_address))
        if confirmed and first:
            people.end_sessions(user)
            if request.user == user:
                update_session_auth_hash(request, user)
        return confirmed

    def respond_user_inactive(self, request: HttpRequest, user: User) -> HttpResponse:
        """Who is kept out for a while or for good is told until when, and why."""
        sanction = sanctions.closing(user.pk)
        if sanction is None:
            answer: HttpResponse = super().respond_user_inactive(request, user)
            return answer
        context = {"sanction": sanction}
        return render(request, "account/account_inactive.html", context, status=403)

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("profile")

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Sends; a mail server that is away must not cost anybody what he was doing."""
        try:
            # "user" is who asks, in every template; who is written to needs a name of his own.
            context = {**context, "person": context.get("user")}
            super().send_mail(template_prefix, email, context)
        except OSError:
            log.exception("mail not sent", template=template_prefix)
            self.add_message(
                self.request,
                messages.ERROR,
                message=gettext("We could not send an e-mail just now. Please try again later."),
            )

    def send_confirmation_mail(
        self, request: HttpRequest, emailconfirmation: Any, signup: bool
    ) -> None:
        super().send_confirmation_mail(request, emailconfirmation, signup)
        if settings.MAIL_STAYS_HERE:
            link = format_html(
                '<a href="{}">{}</a>',
                reverse("account_confirm_email", args=[emailconfirmation.key]),
                gettext("Confirm the address"),
            )
            text = gettext("No mail leaves this installation, so here is the link it would hold:")
            messages.info(request, format_html("{} {}", text, link))


def _guest(request: HttpRequest | None) -> User | None:
    user = request.user if request else None
    return user if isinstance(user, User) and user.is_guest else None
