"""What the bot images are made of, and the names that follow from it.

An image is tagged with a digest of its recipe: two releases on one machine have an image each, and neither
takes the other's away. What it was built on is no part of that, since whoever looks for an image cannot know
it; the image's id, which is stored with every match, tells bases apart.
"""

import hashlib
from collections.abc import Sequence
from pathlib import Path

FOLDER = Path(__file__).parent
RECIPE = ("Dockerfile", "assemble.py", "loader.py")
NUM_RECIPE = (*RECIPE, "Dockerfile.num", "add_site.py", "numpy.txt")
NAME = "tenfold/bot-py"
NUM_NAME = "tenfold/bot-py-num"


def recipe(files: Sequence[str] = RECIPE) -> str:
    """Changes with every file the image is made of, so that an image of an older release is noticed."""
    digest = hashlib.sha256()
    for name in files:
        digest.update((FOLDER / name).read_bytes())
    return digest.hexdigest()[:16]


IMAGE = f"{NAME}:{recipe()}"
NUM_IMAGE = f"{NUM_NAME}:{recipe(NUM_RECIPE)}"
# What the last build here left under a plain name, whichever release it was of.
ALIASES = {IMAGE: NAME, NUM_IMAGE: NUM_NAME}


def of_this_release(name: str) -> str:
    """The image that a setting means: a plain name of ours is this release's, any other is what it says."""
    return next((image for image, alias in ALIASES.items() if alias == name), name)
