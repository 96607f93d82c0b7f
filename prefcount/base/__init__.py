"""What everything may use: sentences, problems, the system, many files. Knows no game and no file format."""
