"""What a table's forms send, and the page that goes back."""
