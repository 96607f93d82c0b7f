"""Tests of Russian Preferans, in the order of its rule book."""
