"""prefcount: the score sheet of Preferans, kept at the table."""

__version__ = "1.0.0"
