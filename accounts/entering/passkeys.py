"""Passkeys: allauth's, with our texts and limits.

Each can replace the password, and together with a password it is the second factor.
"""

import struct
from typing import Any

from allauth.mfa.adapter import DefaultMFAAdapter, get_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn import forms as allauth_forms
from allauth.mfa.webauthn import views as allauth_views
from allauth.mfa.webauthn.internal import auth
from cryptography.exceptions import InvalidSignature
from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import counting
from accounts.models import User

#: Passkeys per person.
MOST = 20
#: Errors that parsing may raise for answers that no browser sends.
NONSENSE = (
    *(AttributeError, IndexError, KeyError, TypeError, ValueError),
    *(InvalidSignature, struct.error),
)


REFUSED = _("This passkey was not accepted. Please try again.")


class MFAAdapter(DefaultMFAAdapter):
    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "passkey_refused": REFUSED,
        "too_many_passkeys": _("You have too many passkeys. Remove one first."),
    }

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        return {**super().get_public_key_credential_rp_entity(), "name": settings.SITE_NAME}

    def generate_authenticator_name(self, user: User, type: Authenticator.Type) -> str:
        there = Authenticator.objects.filter(user=user, type=type).count()
        return gettext("Passkey %(n)s") % {"n": there + 1}


class _AnswerField(forms.JSONField):
    """A browser's answer, which is never deeply nested."""

    widget = forms.HiddenInput
    default_error_messages = {"required": REFUSED, "invalid": REFUSED}

    def to_python(self, value: Any) -> Any:
        try:
            return super().to_python(value)
        except RecursionError:
            raise get_adapter().validation_error("passkey_refused") from None


def _name() -> forms.CharField:
    return forms.CharField(label=_("Name of this passkey"), max_length=60, required=False)


class AddForm(allauth_forms.AddWebAuthnForm):
    name = _name()
    credential = _AnswerField()

    def clean(self) -> dict[str, Any]:
        counting.alone(self.user.pk)
        if len(auth.get_credentials(self.user)) >= MOST:
            raise get_adapter().validation_error("too_many_passkeys")
        try:
            return dict(super().clean())
        except (*NONSENSE, ValidationError):
            raise get_adapter().validation_error("passkey_refused") from None


class AddView(allauth_views.AddWebAuthnView):
    """allauth's view; one browser of a person adds a passkey at a time."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        with transaction.atomic():
            answer: HttpResponse = super().post(request, *args, **kwargs)
        return answer


class EditForm(allauth_forms.EditWebAuthnForm):
    name = _name()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].required = True


class _SignatureForm:
    """Catches errors of allauth's forms for answers that no browser sends."""

    def clean_credential(self) -> Authenticator:
        try:
            found: Authenticator = super().clean_credential()  # type: ignore[misc]
        except NONSENSE:
            raise get_adapter().validation_error("passkey_refused") from None
        return found


class LoginForm(_SignatureForm, allauth_forms.LoginWebAuthnForm):
    credential = _AnswerField()


class AuthenticateForm(_SignatureForm, allauth_forms.AuthenticateWebAuthnForm):
    credential = _AnswerField()


class ReauthenticateForm(_SignatureForm, allauth_forms.ReauthenticateWebAuthnForm):
    credential = _AnswerField()


class LoginView(allauth_views.LoginWebAuthnView):
    """allauth's view; our script requests the challenge in its own way."""

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return JsonResponse(auth.begin_authentication(user=None))
