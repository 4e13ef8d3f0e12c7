"""Handles a table's forms, and the page that is sent back."""
