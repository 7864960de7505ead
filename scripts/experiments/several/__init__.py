"""What scripts/experiments/several_gpus is made of."""
