"""The code editor's bundle: committed, so that a checkout works without npm, and sending browsers nowhere."""

import json
import re
from pathlib import Path

import pytest

from tests.tenfold.drafts.scenes import a_house_bot, a_played_draft
from tests.tenfold.pages.scenes import reader
from tests.tenfold.pages.test_weight import compressed, page, parts

ROOT = Path(__file__).resolve().parents[3]
STATIC = ROOT / "platform" / "tenfold" / "static" / "tenfold" / "editor"
# A name in an XML document, and never fetched.
NAMESPACE = "http://www.w3.org/2000/svg"


def test_the_bundle_names_no_address_to_load():
    text = (STATIC / "codemirror.js").read_text()
    assert set(re.findall(r"https?://[^\s\"'`)]*", text)) <= {NAMESPACE}
    assert not re.search(r"\bimport\s*\(|\bfrom\s*[\"']|sourceMappingURL|\beval\(|new Function", text)


def test_the_bundle_stands_beside_its_licences():
    licences = (STATIC / "codemirror-LICENSE.txt").read_text()
    lock = json.loads((ROOT / "editor" / "package-lock.json").read_text())["packages"]
    for name in ("@codemirror/view", "@codemirror/lang-python", "@lezer/highlight"):
        assert f"{name} {lock[f'node_modules/{name}']['version']}" in licences
    assert "Permission is hereby granted" in licences


def test_the_lock_pins_every_package_and_names_no_registry():
    text = (ROOT / "editor" / "package-lock.json").read_text()
    packages = [each for name, each in json.loads(text)["packages"].items() if name]
    assert packages
    assert all(each["integrity"].startswith("sha512-") for each in packages)
    assert "://" not in re.sub(r'"url": "[^"]*"', "", text)


@pytest.mark.django_db
@pytest.mark.usefixtures("nudges")
def test_the_editor_weighs_less_than_300_kilobytes_with_a_game_and_comes_from_the_site_alone():
    a_house_bot("greedy twin")
    draft = a_played_draft(crashes=True)
    assert draft.owner is not None
    client, address = reader(draft.owner), draft.get_absolute_url()
    every = parts(address, page(client, address))

    assert {"/static/tenfold/editor/codemirror.js", "/static/tenfold/replay/viewer.js"} <= every.keys()
    assert compressed(every, address) <= 300_000
