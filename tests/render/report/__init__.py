"""Tests of reports: SVG, HTML, PDF, CSV, and the empty sheet."""
