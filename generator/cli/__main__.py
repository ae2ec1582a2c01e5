"""`python -m generator.cli` in, the command out."""

from generator.cli import main

main()
