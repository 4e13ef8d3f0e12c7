"""Setting a new password by a link in an e-mail, which proves who owns the address.

The link contains the address, signed together with its token. So it proves exactly this address,
even while a new one waits for its confirmation.
"""

from allauth.account import forms
from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.email_verification import verify_email
from allauth.account.models import EmailAddress
from django.core import signing

from accounts.models import User

_SALT = "accounts.resetting"
_BETWEEN = ":"


def key_for(token: str, email: str) -> str:
    """The path segment of a link for a new password, with the address that it is sent to."""
    return f"{token}{_BETWEEN}{_signer(token).sign_object(email)}"


def confirm(user: User, key: str) -> None:
    """Confirm the address of such a link: the person who opened it reads its e-mails."""
    token, _between, signed = key.partition(_BETWEEN)
    try:
        email = _signer(token).unsign_object(signed)
    # a key that was not sent by e-mail, such as the one after a confirmation
    except signing.BadSignature:
        return
    address = EmailAddress.objects.filter(user=user, email=email, verified=False).first()
    if address is not None and address.can_set_verified():
        verify_email(get_adapter().request, address)


class UserTokenForm(forms.UserTokenForm):
    """allauth's form, for links with an address."""

    def clean_key(self) -> str:
        return str(self.cleaned_data["key"]).partition(_BETWEEN)[0]


class ResetPasswordKeyForm(forms.ResetPasswordKeyForm):
    """allauth's form; setting the new password also confirms the address."""

    def save(self) -> None:
        super().save()
        confirm(self.user, self.temp_key)


def _signer(token: str) -> signing.Signer:
    return signing.Signer(salt=f"{_SALT}/{token}")
