"""Celery's ticks for accounts."""

from celery import shared_task

from accounts import account_mail, people, shared_browsers


@shared_task
def tell_of_guesses(user_id: int) -> None:
    """Tell somebody that others guess at the password."""
    account_mail.tell_of_guesses(user_id)


@shared_task
def send_letters() -> None:
    """Send the letters about accounts that are due."""
    account_mail.send_due()


@shared_task
def forget_unconfirmed() -> None:
    """Forget the addresses that nobody has confirmed in time, the letters that never went, and who
    has shared a browser long ago."""
    people.forget_unconfirmed()
    account_mail.forget_old()
    shared_browsers.forget_old()


@shared_task
def close_due() -> None:
    """Close the accounts whose owners have asked for it and not come back."""
    people.close_due()
