"""A game at the table: lobby, choosing, questions to everybody, secrecy, resuming after a power cut."""
