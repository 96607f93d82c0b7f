"""Parts that all screens share: keys, lists, fields, pages."""
