"""Tools for the maker of a board: settings, selftest, crash log, safe mode, rescue."""
