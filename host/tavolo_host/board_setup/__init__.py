"""Set-up of a board by questions: what its maker sees and touches becomes its settings."""
