"""Watches files that other containers read too."""

import ctypes

from kernel import trying

TRIES = {
    "inotify": trying("inotify_init1", 0),
    "inotify, the old call": trying("inotify_init"),
    "fanotify": trying("fanotify_init", 0, 0),
    "a handle of a file": trying(
        "name_to_handle_at", -100, b"/", ctypes.create_string_buffer(136), ctypes.create_string_buffer(4), 0
    ),
    "userfaultfd": trying("userfaultfd", 1),
    "perf_event_open": trying("perf_event_open", ctypes.create_string_buffer(128), 0, -1, -1, 0),
    "kcmp": trying("kcmp", 1, 1, 0, 0, 0),
}
