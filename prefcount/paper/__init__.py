"""Sheets on paper, compared with the computed sheet and searched for slips."""
