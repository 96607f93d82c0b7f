"""Russian Preferans, with hussar for two. Its rules: `docs/rules.md`."""
