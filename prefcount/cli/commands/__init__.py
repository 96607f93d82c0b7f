"""The commands of the command line. Each module has a group of related commands."""
