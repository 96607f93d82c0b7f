"""Tests of the command line: the output and the exit code of every command."""
