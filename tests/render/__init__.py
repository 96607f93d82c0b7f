"""Tests of figures and sheets as text."""
