"""A game at the table: lobby, choosing, questions to everybody, secrecy, taking up again after a power cut."""
