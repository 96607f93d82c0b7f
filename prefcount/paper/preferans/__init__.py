"""Score sheets on paper: what scorers get wrong, and what no hands can have written."""
