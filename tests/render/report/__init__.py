"""Reports: SVG, HTML, PDF, CSV, and the empty sheet."""
