"""The pages of studies. docs/studies.md."""
