"""Ladders of a user's own Fortran routine: `ladder adopt`, `record` and `new-stage`."""
