"""The terminal program: the only package that imports textual."""
