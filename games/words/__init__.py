"""Words for what the rules say as data."""
