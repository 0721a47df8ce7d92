"""Tournaments of virtual players: levels against each other, over games and numbers of seats.

    schedule    which matches there are, and who sits where in each
    playing     one match, determined by its number
    task        a stretch of matches, as a worker plays it
    cluster     the workers: on this machine, or of a running scheduler
    run         hands out missing matches, and stores the results
    store       the file of results
    figures     ratings, shares of wins and leads, each with its interval
    report      all of it as a page, with `charts`

The workers' packages come with the extra `arena`; the rest of the laptop's side does without them.
"""
