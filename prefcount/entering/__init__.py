"""The steps of entering a hand, independent of the screen that shows them."""
