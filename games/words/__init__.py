"""Words for the rules' data."""
