"""Payments of two defenders who are short, as the rules print them (section 3.3), in trick values.

By level and the tricks of the first and the second defender.
"""

TWO_DEFENDERS: dict[tuple[int, int, int], tuple[int, int, int]] = {
    (6, 0, 3): (7, 0, 3),
    (6, 1, 2): (7, 0, 2),
    (6, 2, 1): (0, 7, 2),
    (6, 3, 0): (0, 7, 3),
    (6, 0, 2): (16, 0, 2),
    (6, 1, 1): (8, 8, 0),
    (6, 2, 0): (0, 16, 2),
    (6, 0, 1): (18, 9, 0),
    (6, 1, 0): (9, 18, 0),
    (6, 0, 0): (20, 20, 0),
    (7, 0, 2): (8, 0, 2),
    (7, 1, 1): (8, 0, 1),
    (7, 2, 0): (0, 8, 2),
    (7, 0, 1): (18, 0, 1),
    (7, 1, 0): (9, 9, 0),
    (7, 0, 0): (20, 10, 0),
    (8, 0, 1): (9, 0, 1),
    (8, 1, 0): (0, 9, 1),
    (8, 0, 0): (10, 10, 0),
    (9, 0, 0): (10, 0, 0),
}

VALUES = {6: dict(zip("SCDHN", (2, 3, 4, 5, 6), strict=True))} | {
    level: dict(zip("SCDHN", (*[level] * 4, no_trump), strict=True))
    for level, no_trump in ((7, 8), (8, 9), (9, 10), (10, 10))
}
"""v, by level and trump (section 3.1)."""
