"""Waits for a program on stdin, then becomes it. Runs inside the sandbox, with the standard library alone.

    python3 -u -s -B loader.py FOLDER [PIPES | -]

FOLDER is where the program's files go. What follows it says that this is a container: PIPES is where the
named pipes `in`, `out` and `err` are that become stdin, stdout and stderr; with `-` these stay as they are.
The line `ready` says that the source may come, `received` that what follows is the program's doing;
`sandbox.program` packs it.
The source comes this way so that it is on no disk, in no environment and in no description of the container,
and so that a container can be started before anybody knows which program it will run.
"""
# Paths as strings, for importing pathlib would be a fifth of the time this takes to be ready.
# ruff: noqa: PTH103, PTH118, PTH120, PTH123, PTH208

import builtins
import json
import os
import struct
import sys
from types import ModuleType, TracebackType

PIPES = ((0, "in", os.O_RDONLY), (1, "out", os.O_WRONLY), (2, "err", os.O_WRONLY))


def use_pipes(folder: str) -> None:
    for fd, name, mode in PIPES:
        opened = os.open(f"{folder}/{name}", mode)
        os.dup2(opened, fd)
        os.close(opened)


def leave_proc() -> None:
    """From now on no file of /proc or /sys can be opened, by this process and whatever it becomes.

    Which of its pages others use too (smaps, pagemap) tells a bot what another reads, and by oom_score_adj it
    would be the last to go when the machine is short of memory. No mount can cover these, for they come and
    go with each thread; Landlock can. A kernel without it leaves them open.
    """
    import ctypes  # noqa: PLC0415 - a plain process does without

    call = ctypes.CDLL(None).syscall
    made, add, restrict = 444, 445, 446  # on every kind of processor
    write_and_read = 0b110
    rules = call(made, struct.pack("Q", write_and_read), 8, 0)
    if rules < 0:
        return
    for name in os.listdir("/"):
        if name not in {"proc", "sys"}:
            below = os.open(f"/{name}", os.O_PATH)
            call(add, rules, 1, struct.pack("=Qi", write_and_read, below), 0)
            os.close(below)
    if call(restrict, rules, 0):
        sys.exit("the kernel has Landlock, and would not shut /proc by it")
    os.close(rules)


def read_exactly(size: int) -> bytes:
    """Not through sys.stdin: its buffer would swallow the beginning of the program's own input."""
    parts = []
    while size:
        part = os.read(0, min(size, 1 << 16))
        if not part:
            sys.exit("the source ended early")
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def receive(folder: str) -> None:
    index = json.loads(read_exactly(int.from_bytes(read_exactly(4), "big")))
    for name, size in index:
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(read_exactly(size))


def rehearse() -> None:
    """Do once what takes long the first time; compiling alone, longer than all the rest of a hand-over."""
    compile("0", "rehearsal", "exec", dont_inherit=True)
    json.loads("[]")


def show_without_loader(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """The author sees the frames of the author's program, and no others."""
    while trace is not None and trace.tb_frame.f_code.co_filename == __file__:
        trace = trace.tb_next
    sys.__excepthook__(kind, error.with_traceback(trace), trace)


def become(path: str) -> None:
    main = ModuleType("__main__")
    main.__file__ = path
    vars(main)["__builtins__"] = builtins
    sys.modules["__main__"] = main
    sys.argv = [path]
    sys.path[0] = os.path.dirname(path)
    sys.excepthook = show_without_loader
    with open(path, "rb") as file:
        code = compile(file.read(), path, "exec", dont_inherit=True)
    exec(code, vars(main))  # noqa: S102 - running it is what the sandbox is for


if __name__ == "__main__":
    program_folder = sys.argv[1]
    for pipes in sys.argv[2:]:
        if pipes != "-":
            use_pipes(pipes)
        leave_proc()
    rehearse()
    os.write(1, b"ready\n")
    receive(program_folder)
    os.write(1, b"received\n")
    os.chdir(program_folder)
    become(os.path.join(program_folder, "main.py"))
