"""What a page is made of: regions that travel by themselves, drawn once and kept."""
