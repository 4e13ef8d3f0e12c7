"""The service as such: settings, processes, and what all apps need."""

import gc

# Who collects garbage comes after 20,000 new objects instead of 700: almost all that is made goes
# by itself, while what is loaded at a start stays, and looking through it took a tenth of that.
gc.set_threshold(20_000, 10, 10)
