"""What the plots share: reading records, published figures and grids; style, captions and output."""
