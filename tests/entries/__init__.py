"""What a header and an entry may say, and the sentence for everything else."""
