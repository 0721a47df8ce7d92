"""The maker's check of a board at the laptop: values from the board, touches and looks of a person, a verdict."""
