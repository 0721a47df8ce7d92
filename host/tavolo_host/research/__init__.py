"""Every game of the table for OpenSpiel and PettingZoo, derived from what the game declares.

    numbering        numbers actions, the same in every position, by the values that a game's kinds have
    play             a game as a tree: one player or one draw of chance at a time
    encoding         what a player knows, as numbers from 0 to 1
    for_open_spiel   importing it registers the games: tavolo_bambuti and so on
    for_pettingzoo   env("bambuti")

The extra brings the packages that these need: `pip install '.[research]'` in the folder of the sources.
"""
