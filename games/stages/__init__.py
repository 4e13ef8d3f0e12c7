"""Alpha, beta, published: who sees which game types, and which games count."""
