"""Django's backend for PostgreSQL, with a cheaper check of idle connections from the pool."""
