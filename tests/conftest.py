"""Settings for every test: Hypothesis repeats itself exactly, and gives a test all the time it takes."""

from hypothesis import settings

settings.register_profile("tavolo", deadline=None, derandomize=True, database=None)
settings.load_profile("tavolo")
