"""What the program costs, in ratios to a floor that is measured in the same run: `python -m tests.bench`."""
