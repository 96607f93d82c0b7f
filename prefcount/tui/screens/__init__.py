"""The screens: start, new game, table, settlement, help."""
