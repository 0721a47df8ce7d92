"""The slot solved as an electric field: the reference for the model in `tavolo_host.slot`."""
