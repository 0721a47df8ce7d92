"""The lights: what there is to show, the colours, and how they reach the strips under the current limit."""
