"""The translations, and days and numbers in words."""
