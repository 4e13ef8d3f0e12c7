"""When somebody's clocks rest."""
