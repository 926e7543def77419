"""What the loader does before it says that it is ready."""

import subprocess
import sys

from sandbox.process import LOADER

TIMED = """
def took(do):
    began = time.process_time_ns()
    do()
    return time.process_time_ns() - began
source = b"import sys\\nfor line in sys.stdin: print(line)\\n"
print(took(rehearse), took(lambda: compile(source, "main.py", "exec", dont_inherit=True)))
"""


def test_what_takes_long_the_first_time_is_done_before_the_program_comes(tmp_path):
    # Run as the loader is, and not imported: importing a source compiles it, which would be the first time.
    loader = LOADER.read_text().partition("if __name__")[0]
    (tmp_path / "timed.py").write_text(f"{loader}\nimport time\n{TIMED}")
    run = [sys.executable, "-s", "-B", str(tmp_path / "timed.py")]

    times = [[int(part) for part in subprocess.check_output(run).split()] for _ in range(5)]

    # At their best, when nothing else was in their way.
    rehearsal, program = (min(each) for each in zip(*times, strict=True))
    assert program < rehearsal / 2, times
