"""Balkan Preferans, with bule, supe and refe. Its rules: `docs/relatives.md`."""
