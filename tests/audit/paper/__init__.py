"""Paper sheets, as those who kept them read them out."""
