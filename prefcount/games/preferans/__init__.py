"""Russian Preferans, with hussar for two. Its rule book is described in the README."""
