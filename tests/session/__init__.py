"""The file on disk, its corrections, and the game that they add up to."""
