"""Tests of the sheet and of exact settlement."""
