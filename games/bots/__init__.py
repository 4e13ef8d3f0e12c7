"""Seats that programs play: who is asked, who thinks about it and where, and at which level."""
