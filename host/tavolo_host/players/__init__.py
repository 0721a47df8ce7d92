"""How good a decision is: levels, search, determinization, and the processes that think."""
