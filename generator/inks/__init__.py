"""Colours of scenes in, the inks that a press prints them with out."""
