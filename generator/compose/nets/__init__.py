"""Parameters of pieces in, nets to cut out and fold out."""
