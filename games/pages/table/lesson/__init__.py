"""What a table says in a lesson."""
