"""Setting a new password by a link in an e-mail, which proves whose the address is that it came to.

The link holds that address, signed together with its token, so the proof is of this address also
where a new one waits beside the old one.
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
    """What a link for a new password has in its path, with the address that it is sent to."""
    return f"{token}{_BETWEEN}{_signer(token).sign_object(email)}"


def confirm(user: User, key: str) -> None:
    """Whoever has come by such a link reads what is sent to its address."""
    token, _between, signed = key.partition(_BETWEEN)
    try:
        email = _signer(token).unsign_object(signed)
    except signing.BadSignature:  # not sent by e-mail, such as that after a confirmation
        return
    address = EmailAddress.objects.filter(user=user, email=email, verified=False).first()
    if address is not None and address.can_set_verified():
        verify_email(get_adapter().request, address)


class UserTokenForm(forms.UserTokenForm):
    """allauth's, for links with an address."""

    def clean_key(self) -> str:
        return str(self.cleaned_data["key"]).partition(_BETWEEN)[0]


class ResetPasswordKeyForm(forms.ResetPasswordKeyForm):
    """allauth's; with the new password the address is confirmed."""

    def save(self) -> None:
        super().save()
        confirm(self.user, self.temp_key)


def _signer(token: str) -> signing.Signer:
    return signing.Signer(salt=f"{_SALT}/{token}")
