"""Statistics over many sessions: sums that grow file by file, never the files themselves."""
