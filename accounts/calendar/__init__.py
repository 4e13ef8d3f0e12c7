"""When a person's clocks stand still."""
