"""The rules of the shipped games, a module each."""
