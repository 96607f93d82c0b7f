"""Greek Prefa: a common pot, and cash between the players."""
