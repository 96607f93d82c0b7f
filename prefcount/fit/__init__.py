"""Finding the rules by which sheets were written."""
