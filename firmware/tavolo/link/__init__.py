"""The link to the laptop: frames, channel, messages, and who tells them."""
