"""The languages of the program: catalogues, plural forms, and what is seen in each language."""
