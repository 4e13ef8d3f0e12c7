"""The contents of a table's page."""
