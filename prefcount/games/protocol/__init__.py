"""What every game offers to the rest of the program, a module for each facet."""
