"""Written files in, problems out."""
