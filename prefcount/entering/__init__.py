"""A hand that is being entered, without any screen."""
