"""`ladder port`: writes the first rungs of an adopted routine."""
