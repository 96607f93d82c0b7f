"""What is entered, apart from screens and phones."""
