"""Tests of Greek Prefa, in the order of its rules."""
