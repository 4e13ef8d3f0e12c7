"""Alpha, beta, published: the stages decide which game types are visible and which games count."""
