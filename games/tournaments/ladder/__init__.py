"""Challenges on a ladder, and what time does to one."""
