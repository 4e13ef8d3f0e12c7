"""Webhooks: a person's notifications, posted to an address of theirs."""
