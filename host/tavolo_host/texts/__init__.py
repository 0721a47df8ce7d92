"""Languages, catalogues, and the sentences for what the board sends."""
