"""Card games from YAML to print-ready PDF, checked and proved by the engine that plays them."""

__version__ = "0.1.0"
