"""Postings, the sheet as their sum, and exact settlement, without knowledge of any game."""
