import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.docker
def test_the_bench_compares_lines_and_starts():
    done = subprocess.run(
        [sys.executable, "-m", "sandbox.bench", "--lines", "20", "--starts", "1"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )

    rows = done.stdout.splitlines()
    assert [row[:34].strip() for row in rows] == [
        "median of",
        "1 KB there and back, one core",
        "1 KB there and back, any core",
        "start of 1",
        "start of 2",
        "start of 4",
    ]
