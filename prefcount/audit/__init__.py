"""Checks: small functions from a session to findings."""
