"""The modules a bot can import."""

import sys

# What `assemble.py` leaves out, as far as it can be imported by name.
LEFT_OUT = {
    "distutils", "ensurepip", "idlelib", "lib2to3", "pydoc_data", "test", "tkinter", "turtle", "turtledemo",
    "venv",
}  # fmt: skip

# Those of other systems, or of libraries that the image has no use for.
ELSEWHERE = {
    "_gdbm", "_msi", "_overlapped", "_scproxy", "_tkinter", "_winapi", "msilib", "msvcrt", "nt", "winreg",
    "winsound",
}  # fmt: skip

# The plain image: Python's own library and nothing else.
PLAIN = frozenset(sys.stdlib_module_names) - LEFT_OUT - ELSEWHERE
