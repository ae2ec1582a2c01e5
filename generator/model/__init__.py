"""What a game is once it is loaded: plain typed objects, each with its file and line."""
