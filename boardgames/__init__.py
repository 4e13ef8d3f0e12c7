"""The service itself: settings, processes, and what all apps need."""

import gc

# The garbage collector runs after 20,000 new objects instead of 700. Almost all new objects are
# freed without it, those loaded at the start stay, and scanning them took a tenth of the time.
gc.set_threshold(20_000, 10, 10)
