"""Tests of the audit: damaged files, wrong claims, and silence over sound files."""
