"""Sheets on paper: compared with the computed one, and searched for slips of the pencil."""
