"""Never reads its stdin."""

import time

import peer  # noqa: F401 - refuses to run outside a container

time.sleep(3600)
