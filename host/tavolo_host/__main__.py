"""`python -m tavolo_host` is the command `tavolo`."""

from tavolo_host.cli import main

if __name__ == "__main__":
    main()
