"""A press whose target is a print shop in, the shop's files and reports to people out."""
