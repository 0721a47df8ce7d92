"""The maker's check of a board, at the laptop: numbers from the board, looks and touches from people, a verdict."""
