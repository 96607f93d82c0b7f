"""The screens of the saved games, of a new game, and of deleted games."""
