"""The parts of a page: regions that are sent separately, drawn once and cached."""
