"""Reports of a session to print, to pass on and to keep: pure functions of what is looked at."""
