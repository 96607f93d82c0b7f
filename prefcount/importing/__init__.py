"""Tables of evenings, made into sessions of which only the result is known."""
