"""The input of a hand, step by step, without any screen."""
