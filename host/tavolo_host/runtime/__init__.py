"""Where modules come from: import paths, compiled rules, digests of the sources; and atomic files."""
