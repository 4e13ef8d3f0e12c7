"""The texts of lessons at a table."""
