"""What `script/server` runs: the data folder, our own PostgreSQL and Valkey, and the processes."""
