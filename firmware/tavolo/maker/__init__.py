"""What the maker of a board needs: settings and selftest."""
