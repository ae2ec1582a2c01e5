"""Rules, scenes and figures in, problems out."""
