"""With whom people play: friends and their circles, blocks, and what each hides from others."""
