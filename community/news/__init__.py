"""News from the operator: published once, read on a page and in a feed."""
