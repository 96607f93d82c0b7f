"""What an audit finds in damaged files and in wrong claims, and that it is silent otherwise."""
