"""Settlement, what if, statistics and debts on the screen."""
