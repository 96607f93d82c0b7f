"""How a command ends: its exit codes, and the refusal of what it cannot use."""

FINE, FOUND, UNUSABLE = 0, 1, 2
"""All is well; something is wrong with the figures; input or usage is wrong."""


class UsageError(Exception):
    """Input that a command cannot use; its text is the line that is shown."""
