"""What a game package is checked for beyond its rules: that every word and drawing of its table is
there, in each language, for everything that comes up in play."""
