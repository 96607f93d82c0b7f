"""Pure functions from a session to something to look at: text for people, objects for programs."""
