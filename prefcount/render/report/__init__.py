"""Reports of a session as HTML, PDF, PNG, SVG and CSV."""
