"""What scripts/several_gpus is made of."""
