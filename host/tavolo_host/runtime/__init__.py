"""Where the rules come from: import paths, compiled rules, digests of sources; and files written as a whole."""
