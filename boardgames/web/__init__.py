"""The parts of all pages, and the pages about the service itself."""
