"""What a session file may say: the models at its border, shared by every game."""
