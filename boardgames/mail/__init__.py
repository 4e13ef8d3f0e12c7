"""Sending e-mails: the connection to the mail server, and what its answers mean."""
