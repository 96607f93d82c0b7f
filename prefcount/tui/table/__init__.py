"""The screen of the table: sheet, entry of hands, list of hands, sharing."""
