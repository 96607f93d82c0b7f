"""The models of headers and entries of session files that all games share."""
