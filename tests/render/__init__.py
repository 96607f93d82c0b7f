"""Figures and sheets as text."""
