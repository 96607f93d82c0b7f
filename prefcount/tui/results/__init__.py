"""The screens of settlement, what if, statistics and debts."""
