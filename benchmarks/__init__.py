"""Benchmarks: each prints a table of ours beside an alternative; none is a test."""
