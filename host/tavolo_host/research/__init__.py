"""The games for research: every game of the table for OpenSpiel and for PettingZoo, by what the game declares alone.

    declared         what a game declares of actions and positions, read for numbers
    numbering        an action is a number, the same in every position
    play             a game as a tree: one player or one draw of chance at a time
    encoding         what a player knows, as numbers from 0 to 1
    for_open_spiel   importing it registers the games: tavolo_bambuti and so on
    for_pettingzoo   env("bambuti")
    picture          the lights of the table as pixels

The packages that these need come with the extra: `pip install "tavolo[research]"`.
"""
