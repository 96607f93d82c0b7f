"""prefcount: the score sheet of Preferans, kept at the table."""

__version__ = "0.1.0"
