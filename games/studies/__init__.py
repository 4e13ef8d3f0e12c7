"""Studies: people look at finished games together, and keep what they find. docs/studies.md."""
