"""Tests of the files on the disk."""
