"""Postings, the sheet as their fold, and exact settlement. Knows no game."""
