"""How often anybody may try, ask and guess, and who counts as one."""
