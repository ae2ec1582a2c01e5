"""Scenes in, sheets out."""
