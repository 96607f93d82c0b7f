"""Tests of fitting rules."""
