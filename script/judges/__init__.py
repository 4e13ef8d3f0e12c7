"""The judges: each module has one function, ``judge``, which gives what was found in words."""
