"""A seat of the table: touch chip, slot, keys, card codes, calibration and drift."""
