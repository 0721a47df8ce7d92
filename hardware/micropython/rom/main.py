"""What our interpreter does last: starts the firmware in ROMFS, where `_boot.py` has seen one."""

import sys

if "/rom" in sys.path:
    from main import main  # which is another than this: /rom comes first

    main()
else:
    sys.stdout.write("There is no firmware here, or only a part of it: `make flash` brings it.\n")
