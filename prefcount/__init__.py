"""prefcount: a score sheet for the card game Preferans."""

__version__ = "1.1.0"
