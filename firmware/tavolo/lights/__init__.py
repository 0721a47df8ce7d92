"""The lights: what is shown, the colours, and the strips under the current limit."""
