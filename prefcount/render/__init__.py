"""Output of a session: text for people, JSON objects for programs, and reports to print."""
