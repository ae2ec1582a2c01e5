"""The contract every game's rules keep, and what works with any of them."""
