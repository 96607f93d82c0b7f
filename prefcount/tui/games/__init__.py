"""The saved games: the start screen, a new game, deleted games."""
