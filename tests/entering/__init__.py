"""Tests of entering a hand, without screens and phones."""
