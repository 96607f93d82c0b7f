"""Settings of all tests: property tests are repeatable, and quick unless told otherwise.

`pytest --hypothesis-profile thorough` looks for new counterexamples with fresh random games.
"""

from hypothesis import HealthCheck, settings

SLOW_IS_FINE = [HealthCheck.too_slow, HealthCheck.data_too_large]

settings.register_profile(
    "quick",
    max_examples=30,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=SLOW_IS_FINE,
)
settings.register_profile("thorough", max_examples=3000, deadline=None, suppress_health_check=SLOW_IS_FINE)
settings.load_profile("quick")
