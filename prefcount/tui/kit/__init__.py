"""What all screens use: keys, lists, fields, pages."""
