#!/usr/bin/env python3
"""Django's command line, with `platform/` as a source root."""

import os
import sys
from pathlib import Path

# `platform/` holds the package `tenfold` and is no package itself: one named so would shadow
# the standard library's `platform`, which Django and Celery import.
sys.path.insert(0, str(Path(__file__).resolve().parent / "platform"))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tenfold.settings")

if __name__ == "__main__":
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)
