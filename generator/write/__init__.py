"""Sheets in, files out."""
