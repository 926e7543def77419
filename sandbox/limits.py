"""What one program may use; the sizes in bytes, the times in milliseconds of the clock they name."""

from dataclasses import dataclass, fields

MEBIBYTE = 1 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one program in one session.

    The CPU bank is the fair clock: on a busy machine wall time says more about the machine than about the
    program. Wall time only protects us from a program that sleeps.
    """

    memory_bytes: int = 128 * MEBIBYTE
    pids: int = 16  # threads count; a bot may start threads but no process
    scratch_bytes: int = 8 * MEBIBYTE  # /tmp, where the program's own files lie too
    file_bytes: int = 16 * MEBIBYTE
    open_files: int = 64

    cpu_bank_ms: int = 2_000  # fresh for each game
    cpu_per_move_ms: int = 20  # added for each request
    wall_bank_factor: int = 3  # the wall bank is this many times the CPU bank
    move_wall_ms: int = 5_000  # no single answer may take longer, whatever the bank holds
    session_wall_ms: int = 3_000_000  # all answers of a session together, however many games it has
    start_wall_ms: int = 5_000  # from the first request to its answer
    start_cpu_ms: int = 2_000  # from the first line of source to the first answer

    line_bytes: int = 4_096
    stderr_tail_bytes: int = 16_384
    stderr_flood_bytes: int = MEBIBYTE  # between two answers

    lifetime_s: int = 3_600  # past this the reaper takes the program, whoever owns it

    @property
    def built_in(self) -> tuple[int, ...]:
        """What holds before a process has a program already; the clock's limits come with that."""
        return (
            self.memory_bytes,
            self.pids,
            self.scratch_bytes,
            self.file_bytes,
            self.open_files,
            self.line_bytes,
            self.stderr_tail_bytes,
            self.stderr_flood_bytes,
        )

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if type(value) is not int or value <= 0:
                msg = f"limit {field.name} is {value!r}: give a whole number above zero"
                raise ValueError(msg)
