"""David & Goliath as it is played on in thought: by lot, which is quick, and does well where nobody plans far."""

VISITS = 1000
