"""Mutations of a stage's source, wrong and honest ones, to measure verdicts."""
