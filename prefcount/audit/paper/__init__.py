"""Paper sheets against the computation: where they part, and by which slip of the pencil."""
