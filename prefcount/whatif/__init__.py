"""Replays of the hands of a session by other rules, and the causes of the difference."""
