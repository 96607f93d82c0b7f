"""The languages of the program: catalogues, plural forms, and the screens in each language."""
