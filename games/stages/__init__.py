"""Alpha, beta, published: which game types there are for whom, and which games count."""
