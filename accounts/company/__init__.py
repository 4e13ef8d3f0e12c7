"""Relations between people: friends and circles, blocks, and what they hide from others."""
