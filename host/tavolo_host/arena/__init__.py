"""Tournaments of virtual players: levels against each other, over games and numbers of seats.

    schedule    which matches there are, and who sits where in each of them
    playing     one match, from its number and nothing else
    task        a stretch of matches, as a worker plays it
    cluster     the workers: those of this machine, or those of a scheduler that is there already
    run         hands out what is missing, and keeps what comes back
    store       the file of results
    figures     ratings, shares of wins and margins, each with its interval
    report      all of it as a page, with `charts`

What the workers run on comes with the extra `arena`; everything else of the laptop does without it.
"""
