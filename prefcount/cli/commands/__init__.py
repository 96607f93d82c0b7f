"""The commands, in groups of one module each."""
