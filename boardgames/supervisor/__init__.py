"""What `script/server` runs: data folder, our own PostgreSQL and Valkey, and the processes."""
