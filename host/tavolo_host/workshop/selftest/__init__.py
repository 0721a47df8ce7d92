"""The command of the selftest, and who is asked instead of a person: a rig, or a virtual one."""
