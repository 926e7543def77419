"""The command for those who have no script of it on their path: `python -m tenfold.cli`."""

from tenfold.cli.app import main

if __name__ == "__main__":
    main()
