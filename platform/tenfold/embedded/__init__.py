"""PostgreSQL and Valkey from wheels: what a machine without either runs Tenfold on.

Each server lives in its own folder under the home (`TENFOLD_HOME`), listens on loopback with a
random password, and belongs to the one process that started it.
"""

from tenfold.embedded.child import EmbeddedError

__all__ = ["EmbeddedError"]
