"""The ways into an account beside a name and its password."""
