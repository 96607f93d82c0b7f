"""Tests of headers and entries: valid values, and the sentences about all others."""
