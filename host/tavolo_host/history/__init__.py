"""What was played: one SQLite file with every game, its actions and who played, written as the games go.

`history_file` opens the file and puts its faults into sentences, `tables` has its tables, `history` reads it, `ledger`
writes the game at a table, `forgetting` takes out names and games, `analysis` counts what was reached. What is hidden
is read of games that have ended.
"""
