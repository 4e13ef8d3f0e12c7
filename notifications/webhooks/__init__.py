"""Webhooks: what somebody is told, posted to a place of their own."""
