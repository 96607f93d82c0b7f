"""The screens of rules, presets and the rule book."""
