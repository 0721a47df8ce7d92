"""Two tests for the test of minitest: one passes, one fails. pytest does not collect this file."""


def test_that_passes():
    assert 1 + 1 == 2


def test_that_fails():
    assert 2 + 2 == 5, "two and two"
