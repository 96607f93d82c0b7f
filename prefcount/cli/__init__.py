"""The command line: parses arguments, calls the features and prints their results."""
