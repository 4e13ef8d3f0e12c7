"""Benchmarks: `script/bench [NAME…]`, one JSON object per line on standard output."""
