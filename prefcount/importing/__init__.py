"""Import of tables of evenings, as sessions of which only the result is known."""
