"""Errors that stop a start."""


class CannotStart(Exception):
    """One clear line that says what is wrong and what to do."""
