"""A session in memory: its entries with their corrections, and the game that follows from them."""
