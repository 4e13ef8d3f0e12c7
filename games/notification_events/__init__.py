"""What people are told of a change: the kinds of facts, and queueing them."""
