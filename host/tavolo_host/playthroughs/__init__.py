"""Kept games as text: exported, imported, told step by step, and played again through simulated hardware.

`game_text` writes and reads them, `through` lets virtual people play them, `command` has the commands.
"""
