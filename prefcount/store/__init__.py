"""Session files and books of payments on the disk: reading, writing, locks, folders, settings."""
