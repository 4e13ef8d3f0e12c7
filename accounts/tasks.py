"""Celery's ticks for accounts."""

from celery import shared_task

from accounts import people


@shared_task
def forget_unconfirmed() -> None:
    """Forget the addresses that nobody has confirmed in time."""
    people.forget_unconfirmed()


@shared_task
def close_due() -> None:
    """Close the accounts whose owners have asked for it and not come back."""
    people.close_due()
