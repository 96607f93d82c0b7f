"""Tests of Balkan Preferans, in the order of its rules."""
