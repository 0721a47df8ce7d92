"""What kept games say when they are counted: results, the score of an evening, statistics and ratings."""
