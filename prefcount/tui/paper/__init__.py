"""The form for a paper sheet."""
