"""The environment variables of the service: a table of all, how each is read, and its allowed
values."""
