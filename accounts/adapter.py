"""Our changes to the behaviour of allauth."""

from ipaddress import ip_address
from typing import Any, cast

import structlog
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.forms import default_token_generator
from allauth.account.internal.flows.password_reset import get_reset_password_from_key_url
from allauth.account.models import EmailAddress
from allauth.account.utils import user_pk_to_url_str
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.core.validators import MaxLengthValidator
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from accounts import account_mail, bounces, people, renaming
from accounts.entering import resetting
from accounts.limits import guessing, letters, retry_after
from accounts.limits.clients import network_of
from accounts.models import User
from accounts.moderation import sanctions
from accounts.preferences import device_time_zone, reading_as

log = structlog.get_logger(__name__)

#: E-mails that a stranger can cause to any address. A limit keeps them from flooding its owner.
_STRANGERS_LETTERS = (
    *("email_confirmation", "email_confirmation_signup", "password_reset_key"),
    *("unknown_account", "account_already_exists"),
)


#: E-mails to addresses of which we do not know yet whether somebody else has confirmed them.
_CONFIRMING = ("email_confirmation", "email_confirmation_signup")


class AccountAdapter(DefaultAccountAdapter):
    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "email_password_mismatch": _("Name or password is not correct."),
        "username_password_mismatch": _("Name or password is not correct."),
        "guarded": _(
            "Too many wrong passwords were entered for this account. Sign in on a browser "
            "where you have signed in before, use a passkey, or set a new password by "
            "e-mail. Otherwise wait an hour."
        ),
        "username_taken": _("This name is taken. Please choose another one."),
    }

    def is_ajax(self, request: HttpRequest) -> bool:
        return False  # these addresses are for pages; programs use /api/v1/

    def post_login(self, request: HttpRequest, user: User, **more: Any) -> HttpResponse:
        """Keep an account that was to be deleted, if its owner signs in before that."""
        if user.closes_at:
            people.keep_account(user)
            messages.success(request, gettext("Welcome back. Your account will not be deleted."))
        response: HttpResponse = super().post_login(request, user, **more)
        return response

    def new_user(self, request: HttpRequest) -> User:
        """The account that a sign-up form fills in: a guest's own, so that it is kept."""
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
        if renaming.is_kept(username, None):
            raise ValidationError(self.error_messages["username_taken"])
        return str(super().clean_username(username, shallow=shallow))

    def clean_email(self, email: str) -> str:
        MaxLengthValidator(User._meta.get_field("email").max_length)(email)
        return email

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Confirm an address, and ask for a new password if a stranger may know the present one.

        Before the first confirmed address, somebody else may have signed up with this address and
        chosen the password. So a person who is not signed in here has to choose another one.
        """
        user = cast(User, email_address.user)
        first = not EmailAddress.objects.filter(user=user, verified=True).exists()
        confirmed = bool(super().confirm_email(request, email_address))
        if confirmed:
            bounces.forget_bounces(user)
        if confirmed and first:
            if request.user == user:
                people.end_sessions(user)
                update_session_auth_hash(request, user)
            else:
                people.forget_password(user)
        return confirmed

    def get_email_verification_redirect_url(self, email_address: EmailAddress) -> str:
        """The page for choosing a password, if the account has none any more."""
        user = email_address.user
        if user.has_usable_password():
            return str(super().get_email_verification_redirect_url(email_address))
        key = f"{user_pk_to_url_str(user)}-{default_token_generator.make_token(user)}"
        return str(get_reset_password_from_key_url(self.request, key))

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Count failures per client: otherwise a stranger who guesses now and then could lock the
        owner out."""
        key = str(super()._get_login_attempts_cache_key(request, **credentials))
        return f"{key} from {network_of(str(self.get_client_ip(request)))}"

    def get_client_ip(self, request: HttpRequest) -> str:
        """The client's address; an IPv4 address also if it is wrapped in IPv6.

        Otherwise all of them would be in one network.
        """
        address = str(super().get_client_ip(request))
        wrapped = getattr(ip_address(address), "ipv4_mapped", None)
        return str(wrapped or address)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        try:
            super().pre_authenticate(request, **credentials)
        except ValidationError:
            key = self._get_login_attempts_cache_key(request, **credentials)
            retry_after.note_seconds(request, "login_failed", key)
            raise
        self._guesses = guessing.count_guess(request, credentials)
        if self._guesses is None:
            raise self.validation_error("guarded")

    def _rollback_login_failed_rl_usage(self) -> None:
        super()._rollback_login_failed_rl_usage()
        for guess in self._guesses or ():
            guess.rollback()

    def respond_user_inactive(self, request: HttpRequest, user: User) -> HttpResponse:
        """A page that tells suspended and banned people the reason and the end."""
        sanction = sanctions.closing(user.pk)
        if sanction is None:
            answer: HttpResponse = super().respond_user_inactive(request, user)
            return answer
        context = {"sanction": sanction, "appeal": sanctions.signed(sanction)}
        return render(request, "account/account_inactive.html", context, status=403)

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("profile")

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Store the e-mail for the worker to send."""
        of_strangers = template_prefix.endswith(_STRANGERS_LETTERS)
        about = context.get("user")
        if of_strangers and not letters.may_go(self.request, template_prefix, email, about):
            log.info("mail not sent: one is on its way, or too many", template=template_prefix)
            return
        owner = _owner(email) if template_prefix.endswith(_CONFIRMING) else None
        if owner is not None and owner != about:
            with reading_as(owner):
                known = {**context, "owner": owner, "person": about}
                super().send_mail("account/email/account_already_exists", email, known)
            return
        # Every template has the person who asks as "user", so the recipient needs another name.
        context = {**context, **self._links(context), "person": about}
        super().send_mail(template_prefix, email, context)

    def render_mail(
        self,
        template_prefix: str,
        email: str | list[str],
        context: dict[str, Any],
        headers: dict[str, str] | None = None,
    ) -> EmailMessage:
        """Add the headers that all e-mails have."""
        made: EmailMessage = super().render_mail(
            template_prefix, email, context, {**account_mail.headers(), **(headers or {})}
        )
        about = context.get("person")
        made.connection = account_mail.AccountMailBackend(
            about if isinstance(about, User) else None
        )
        return made

    def _links(self, context: dict[str, Any]) -> dict[str, str]:
        """Links of an e-mail that always lead to the site's own address.

        The host of the request cannot be trusted: it comes from the person who asks, and the e-mail
        goes to somebody else.
        """
        here = self.request.build_absolute_uri("/")
        return {
            name: f"{settings.SITE_URL}/{link.removeprefix(here)}"
            for name, link in context.items()
            if isinstance(link, str) and link.startswith(here)
        }

    def send_password_reset_mail(self, user: User, email: str, context: dict[str, Any]) -> None:
        """Send a link that contains the address it is sent to."""
        key = f"{context['uid']}-{resetting.key_for(context['key'], email)}"
        context |= {"password_reset_url": self.get_reset_password_from_key_url(key)}
        super().send_password_reset_mail(user, email, context)

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
            text = gettext(
                "This installation sends no e-mail, so here is the link that it would have sent:"
            )
            messages.info(request, format_html("{} {}", text, link))


def _owner(email: str) -> User | None:
    """The user whose confirmed address this is."""
    return User.objects.filter(
        emailaddress__email__iexact=email, emailaddress__verified=True
    ).first()


def _guest(request: HttpRequest | None) -> User | None:
    user = request.user if request else None
    return user if isinstance(user, User) and user.is_guest else None
