"""The author's workbench, in development only: a position of a game type as every seat sees it, to
be played on, changed by hand and saved, always with the current code."""
