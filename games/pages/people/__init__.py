"""Players and numbers."""
