"""The screen for a paper sheet."""
