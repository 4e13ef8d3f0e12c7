"""What people will be told of a change: which kinds of facts there are, and writing them down."""
