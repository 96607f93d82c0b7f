"""Output of a session: text for people, objects for programs, reports to print."""
