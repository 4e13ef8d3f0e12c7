"""What all pages are made of, and the pages of the service itself."""
