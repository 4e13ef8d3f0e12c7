"""Celery's ticks for accounts."""

from celery import shared_task

from accounts import account_mail, people, shared_browsers


@shared_task
def tell_of_guesses(user_id: int) -> None:
    """Tell a user that others guess at the password."""
    account_mail.tell_of_guesses(user_id)


@shared_task
def send_letters() -> None:
    """Send the e-mails about accounts that are due."""
    account_mail.send_due()


@shared_task
def forget_unconfirmed() -> None:
    """Delete addresses that were not confirmed in time, failed e-mails, and old shared browsers."""
    people.forget_unconfirmed()
    account_mail.forget_old()
    shared_browsers.forget_old()


@shared_task
def close_due() -> None:
    """Close the accounts whose owners asked for it and have not come back."""
    people.close_due()
