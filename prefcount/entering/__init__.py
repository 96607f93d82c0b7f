"""What is entered before anything is written: questions, answers, and what they would do."""
