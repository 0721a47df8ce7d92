"""What was played: one SQLite file with every game, its actions and who played, written as the games go.

`history_file` opens the file and puts its faults into sentences, `tables` has its tables, `open_file` is the file while
it is open. `history` reads games from it, what is hidden only of those that have ended; `unfinished_games` reads all of
a game for the table that goes on with it, `ledger` writes the game at a table, `imported_games` adds one that was
played elsewhere, `forgetting` takes out names and games, `analysis` counts what was reached.
"""
