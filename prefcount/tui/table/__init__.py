"""The table: the sheet, the entry of hands, the list of hands, sharing."""
