"""`python -m tenfold.demo start|clean|bot-image`: what `make demo` and its like call.

No management commands: the settings want a database and a data folder, which are what is being made here.
"""

import argparse
import os
import sys
from pathlib import Path

from sandbox.image.recipe import NAME, of_this_release
from tenfold.demo.bot_image import build_bot_image
from tenfold.demo.launcher import Launcher, forget
from tenfold.embedded import EmbeddedError

ROOT = Path(__file__).resolve().parents[3]


def main() -> int:
    arguments = parse()
    home = Path(os.environ.get("TENFOLD_HOME") or ROOT / "var").resolve()
    try:
        if arguments.command == "start":
            Launcher(root=ROOT, home=home, port=arguments.port).run()
        elif arguments.command == "clean":
            forget(home)
        else:
            build_bot_image(base=arguments.base, tag=of_this_release(arguments.tag))
    except EmbeddedError as error:
        sys.stderr.write(f"\n{error}\n")
        return 1
    return 0


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tenfold.demo")
    commands = parser.add_subparsers(dest="command", required=True)
    start = commands.add_parser("start", help="start every server and service; Ctrl-C stops them")
    start.add_argument("--port", type=port_number, default=8000)
    commands.add_parser("clean", help="forget the demo's data")
    image = commands.add_parser("bot-image", help="build the image that bots run in")
    image.add_argument("--base", default=None, help="the image to build on (default: what is at hand)")
    image.add_argument(
        "--tag", default=NAME, help="the name to give it (default: %(default)s of this release)"
    )
    return parser.parse_args()


def port_number(text: str) -> int:
    if text.isascii() and text.isdecimal() and 0 < int(text) < 65536:
        return int(text)
    raise argparse.ArgumentTypeError(
        f"a port is a number from 1 to 65535, not {text!r}; say make demo PORT=8001"
    )


if __name__ == "__main__":
    sys.exit(main())
