"""Ways into an account other than a name and its password."""
