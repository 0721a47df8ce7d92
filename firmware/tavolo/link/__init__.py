"""The link to the laptop: frames, channel, messages, and the publisher."""
