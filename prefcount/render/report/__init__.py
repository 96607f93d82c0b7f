"""Reports of a session: HTML, PDF, SVG and CSV."""
