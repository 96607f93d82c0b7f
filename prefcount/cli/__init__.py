"""The command line: a thin front on the session, the renderers and the audit."""
