"""One evening: the file, its entries with their corrections, and the game they add up to."""
