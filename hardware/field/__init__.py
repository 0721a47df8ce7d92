"""The slot solved as a field: what the model of `tavolo_host.slot` is checked against."""
