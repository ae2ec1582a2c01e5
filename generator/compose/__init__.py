"""Cards and templates in, scenes out."""
