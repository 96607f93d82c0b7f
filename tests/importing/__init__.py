"""Games kept in other programs."""
