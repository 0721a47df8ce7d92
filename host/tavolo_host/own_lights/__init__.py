"""Lights that one owns: devices with WLED, or others that understand DDP, show what the table's lights show."""
