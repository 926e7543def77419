"""The site's secret key when the operator sets none."""

import os
import secrets
from pathlib import Path


def kept_secret_key(home: Path) -> str:
    """Read the key kept in `home`, making it on first use.

    Web, worker and beat may start at the same moment, so the file is linked into place whole: whoever comes
    second reads the key of the first.
    """
    kept = home / "secret-key"
    if not kept.exists():
        home.mkdir(parents=True, exist_ok=True)
        made = home / f".secret-key-{os.getpid()}"
        made.touch(mode=0o600)
        made.write_text(secrets.token_urlsafe(64))
        try:
            kept.hardlink_to(made)
        except FileExistsError:
            pass
        finally:
            made.unlink()
    return kept.read_text()
