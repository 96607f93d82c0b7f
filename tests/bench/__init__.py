"""The cost of the program, as ratios to a floor that is measured in the same run: `python -m tests.bench`."""
