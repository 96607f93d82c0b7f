"""Tests of Swedish Priffe, in the order of its rules."""
