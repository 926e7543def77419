"""The stylesheet keeps what docs/design.md promises, and nothing we serve asks the outside."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
STATIC = ROOT / "platform" / "tenfold" / "static" / "tenfold"
TEMPLATES = ROOT / "platform" / "tenfold" / "templates"
CSS = (STATIC / "site.css").read_text()
TOKEN = re.compile(r"--([a-z-]+):\s*(#[0-9a-f]{6})")

LIGHT = dict(TOKEN.findall(CSS.split("@media (prefers-color-scheme: dark)")[0]))
DARK = LIGHT | dict(TOKEN.findall(CSS.split("@media (prefers-color-scheme: dark)")[1].split("/* ---")[0]))


def luminance(colour: str) -> float:
    channels = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("paper", ["paper", "tint"])
@pytest.mark.parametrize("ink", ["ink", "soft", "red-ink", "blue-ink", "yellow-ink", "green-ink"])
def test_text_reads_on_every_paper(theme: dict[str, str], paper: str, ink: str) -> None:
    assert contrast(theme[ink], theme[paper]) >= 4.5


@pytest.mark.parametrize(
    ("face", "figure"),
    [
        ("red", "#ffffff"),
        ("blue", "#ffffff"),
        ("green", "#ffffff"),
        ("yellow", "#241a00"),
        ("night", "#ffffff"),
    ],
)
def test_a_card_reads_on_its_face(face: str, figure: str) -> None:
    assert contrast(LIGHT[face], figure) >= 4.5


@pytest.mark.parametrize(
    "path",
    sorted([*STATIC.rglob("*.js"), *STATIC.rglob("*.css"), *TEMPLATES.rglob("*.html")]),
    ids=lambda p: p.name,
)
def test_nothing_served_names_an_outside_address(path: Path) -> None:
    outside = re.findall(r"https?://[^\s\"')]+", path.read_text())
    assert [address for address in outside if address != "http://www.w3.org/2000/svg"] == []


@pytest.mark.parametrize("path", sorted(TEMPLATES.rglob("*.html")), ids=lambda p: p.name)
def test_no_template_needs_an_exception_from_the_content_policy(path: Path) -> None:
    text = path.read_text()
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:|\|safe|autoescape off|mark_safe", text)
    assert not re.search(r"<script(?![^>]*\bsrc=)", text)


def test_the_design_document_names_the_colours_in_use() -> None:
    document = (ROOT / "docs" / "design.md").read_text()
    for name in ("red", "blue", "yellow", "green"):
        row = next(line for line in document.splitlines() if line.startswith(f"| {name} |"))
        assert {LIGHT[name], LIGHT[f"{name}-ink"], DARK[f"{name}-ink"]} <= set(
            re.findall("#[0-9a-f]{6}", row)
        )
