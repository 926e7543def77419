"""The long form: `make chaos SEED=… MATCHES=…`, or `python -m tests.whole.chaos --seed … --matches …`."""

import argparse
import math
import os
import secrets
import shutil
import sys
import tempfile
from pathlib import Path

from tests.whole.chaos.run import storm_over_a_round

# Of each kind of blow; one strikes after every third match or so.
MATCHES_A_BLOW = 60


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.whole.chaos")
    parser.add_argument("--seed", default="", help="fixes order and relative moments of the blows")
    parser.add_argument("--matches", type=int, default=300, help="at least so many are played")
    asked = parser.parse_args()
    if os.geteuid() != 0:
        sys.exit("Only root can mount the small disk that is filled up: run it as root.")
    # Every pair of entries meets once.
    entries = math.ceil((1 + math.sqrt(1 + 8 * asked.matches)) / 2)
    os.environ.setdefault("SECRET_KEY", secrets.token_hex(32))
    home = Path(tempfile.mkdtemp(prefix="tenfold-chaos-"))
    storm_over_a_round(
        home / "site",
        seed=asked.seed or secrets.token_hex(4),
        entries=entries,
        times=max(1, asked.matches // MATCHES_A_BLOW),
    )
    shutil.rmtree(home)  # what failed keeps its logs


if __name__ == "__main__":
    main()
