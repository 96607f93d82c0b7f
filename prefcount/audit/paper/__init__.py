"""Comparing a paper sheet with the computed one, and finding the slips of the pencil."""
