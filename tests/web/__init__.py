"""Tests of the page for phones."""
