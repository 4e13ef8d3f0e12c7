"""Django's backend for PostgreSQL, with a cheaper look at connections that lay idle in the pool."""
