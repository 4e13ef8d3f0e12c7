"""Inputs that nobody sends on purpose, for people who sit at games of every type.

``script/drill fuzz`` throws twenty thousand of each kind at a service of its own; the tests throw a
few hundred. What it takes to be well afterwards is the same for both.
"""
