"""Checks of the audit: functions from a loaded file to findings."""
