"""What environment variables tell the service: the table of all of them, how each is read, and what
it may be."""
