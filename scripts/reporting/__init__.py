"""What the report is made of: one HTML page from records. Each module makes one part of it."""
