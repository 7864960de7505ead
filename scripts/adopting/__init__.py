"""Ladders of a user's own Fortran routine: `ladder adopt`, `record`, `new-stage` and `prove`."""
