"""Bots: which seats are asked, which process thinks about it, and at which level."""
