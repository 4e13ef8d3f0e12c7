"""The page of a line of thought: the table in a world of its own, and the tree of choices."""
