"""The terminal program; the only part that imports textual."""
