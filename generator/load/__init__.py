"""Game folders in, typed objects and located problems out."""
