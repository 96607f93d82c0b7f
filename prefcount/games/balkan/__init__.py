"""Balkan Preferans, with bule, supe and refe. Its rule book is described in the README."""
