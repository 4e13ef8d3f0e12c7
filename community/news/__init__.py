"""What the operator tells everybody: published once, read on a page and by a feed."""
