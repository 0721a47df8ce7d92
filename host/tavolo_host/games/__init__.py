"""The laptop's half of the games: a folder each, with the same name as the board's half in `tavolo.games`.

A folder has

    __init__    OPTIONS and TEMPLATES: what options mean, and the sentences for the numbers of the rules (`Words` of
                `texts/words.pyi`)
    player      choose(known, player, random): a virtual player (`Player` of `players/player.pyi`),
                why(known, player, action, random, is_own): what speaks for an action,
                points(position): how everybody stands, if that says more than who has won
    search      what the strong player's search needs, if random rollouts are not enough (`Heuristics` of
                `players/ismcts.py`), and determinize(known, player, random), if more is known of hidden cards than
                their numbers (`determinize` of `players/of_game.py`)
    display     Display: faces of its cards, and its part of the page (`GameDisplay` of `tavolo_host.display`)
    printed     if an option is what is printed on a sheet or board: how one's own is entered (`Printed` of
                `display/lobby/own_print.py`)
    en.md       the page for players, in English, with anchors for what is about a moment,
    it.md       and in Italian
    lights.svg  the lights in the middle of a game, if the pages show them
    tile.svg    what lies on the table then, for the front page

and their helper modules. `tavolo_host.runtime.game_folders` finds them by the game's name: there is no list.
"""
