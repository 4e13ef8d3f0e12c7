"""The author's workbench, in development only: a position of a game type in all its looks, played
for every seat at once, changed by hand and kept, with the code as it is now."""
