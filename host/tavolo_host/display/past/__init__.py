"""Kept games: history, replay, evenings and statistics."""
