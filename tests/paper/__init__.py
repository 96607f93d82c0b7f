"""Tests of paper sheets."""
