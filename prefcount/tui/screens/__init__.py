"""The screens of the terminal program, a module each."""
