"""The page for everybody else in the room."""
