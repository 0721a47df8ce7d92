"""Our interpreter runs this last: it starts the firmware in ROMFS, if `_boot.py` has found one."""

import sys

if "/rom" in sys.path:
    from main import main  # not this one: /rom comes first

    main()
else:
    sys.stdout.write("There is no firmware here, or only a part of it: `make flash` installs it.\n")
