"""Code that every other package may use: sentences, problems, the operating system, work on many files."""
