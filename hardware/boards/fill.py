"""Run by the Python that has KiCad's module `pcbnew`, as `python3 fill.py BOARD…`: pours the ground of boards."""

import sys

import pcbnew

for name in sys.argv[1:]:
    board = pcbnew.LoadBoard(name)
    pcbnew.ZONE_FILLER(board).Fill(board.Zones())
    pcbnew.SaveBoard(name, board)
