"""Games kept in other programs, made into sessions with the figures of those programs as claims."""
