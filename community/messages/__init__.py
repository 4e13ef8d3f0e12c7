"""Private messages between two people."""
