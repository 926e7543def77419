"""The commands `python -m sandbox.image build [--num] [--base IMAGE] [--tag TAG]` and `… name [--num]`."""

import argparse
import sys

from sandbox.image.build import build
from sandbox.image.num import build_num
from sandbox.image.recipe import IMAGE, NUM_IMAGE
from sandbox.verdict import SandboxError


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m sandbox.image", description="The image bots run in.")
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("build", help="build the image with the Docker engine of this machine")
    command.add_argument("--base", help="an image with python3 in it (default: the one the Dockerfile names)")
    command.add_argument("--tag", help=f"the name to give the image (default: {IMAGE}, or {NUM_IMAGE})")
    name = commands.add_parser("name", help="say what the image of this release is called")
    for each in (command, name):
        each.add_argument("--num", action="store_true", help="the image with numpy, over the plain one")
    wanted = parser.parse_args()
    make, usual = (build_num, NUM_IMAGE) if wanted.num else (build, IMAGE)
    if wanted.command == "name":
        print(usual)  # noqa: T201 - a command
        return 0
    tag = wanted.tag or usual
    try:
        image = make(base=wanted.base, tag=tag, say=lambda line: print(line, flush=True))  # noqa: T201 - a command
    except SandboxError as error:
        sys.exit(str(error))
    print(f"{tag} is {image}")  # noqa: T201 - a command
    return 0


if __name__ == "__main__":
    sys.exit(main())
