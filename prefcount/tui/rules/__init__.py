"""The rules of a table, presets and the rule book."""
