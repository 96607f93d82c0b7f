"""Tests of the debts."""
