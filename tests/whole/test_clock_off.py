"""The wrong clock of the chaos is wrong in nothing but the time."""

import os
import pickle
import subprocess
import sys
from datetime import UTC, datetime, timedelta

from tests.whole.chaos.site import CLOCK_OFF

TELLS = "import datetime as dt, pickle, sys; sys.stdout.buffer.write(pickle.dumps(dt.datetime.now(dt.UTC)))"


def test_a_moment_that_such_a_machine_has_told_can_be_read_by_others():
    off = {"PYTHONPATH": str(CLOCK_OFF), "CLOCK_OFF_S": "3600"}
    told = subprocess.run(
        [sys.executable, "-c", TELLS], env=os.environ | off, stdout=subprocess.PIPE, check=True
    )

    ahead = pickle.loads(told.stdout) - datetime.now(UTC)

    assert abs(ahead - timedelta(hours=1)) < timedelta(minutes=10)
