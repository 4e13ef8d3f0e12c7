"""Sending e-mails: the connection to the mail server, and the meaning of its answers."""
