"""Sentences: languages and their catalogues, and what the board's messages say."""
