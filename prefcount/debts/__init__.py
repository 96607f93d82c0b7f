"""Debts over many evenings: balances, and the payments that settle them."""
