"""The command line: what every command prints, and with which code it leaves."""
