"""Lines of thought at a game: trees of choices in a world dealt anew (docs/lines.md)."""
