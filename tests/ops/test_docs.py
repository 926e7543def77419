"""What README.md and the other documents claim."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text()
DOCS = (
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    *(f"docs/{path.name}" for path in sorted(ROOT.glob("docs/*.md"))),
)


def targets() -> set[str]:
    return set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))


def table_under(heading: str) -> list[list[str]]:
    section = re.split(rf"^## {heading}$", README, flags=re.MULTILINE)[1].split("\n## ")[0]
    rows = [line.strip("|").split("|") for line in section.splitlines() if line.startswith("| `")]
    return [[cell.strip() for cell in row] for row in rows]


@pytest.mark.parametrize("name", DOCS)
def test_every_make_command_in_the_docs_exists(name):
    named = set(
        re.findall(r"(?:`|^ *)(?:[A-Z_]+=\S+ )?make ([a-z-]+)", (ROOT / name).read_text(), re.MULTILINE)
    )
    assert named - targets() == set()


def test_every_target_is_in_the_readme_and_in_make_help():
    told = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    listed = set(re.findall(r"^  make ([a-z-]+)", told, re.MULTILINE))
    in_readme = {name for row in table_under("Commands") for name in re.findall(r"make ([a-z-]+)", row[0])}
    assert listed == targets() - {"help"} | {"help"}
    assert in_readme == targets() - {"help"}


def test_every_command_of_the_site_is_in_the_readme():
    ours = {path.stem for path in ROOT.glob("platform/tenfold/*/management/commands/[!_]*.py")}
    told = {found for row in table_under("Commands") for found in re.findall(r"manage\.py (\w+)", row[0])}
    assert ours
    assert told == ours


@pytest.mark.parametrize("name", DOCS)
def test_every_file_the_docs_link_to_exists(name):
    links = re.findall(r"\]\((?!http)([^)#]+)\)", (ROOT / name).read_text())
    assert [link for link in links if not ((ROOT / name).parent / link).exists()] == []


def test_the_readme_s_first_screen_is_the_two_commands():
    commands = re.findall(r"^make (\S+)", README.split("```")[1], re.MULTILINE)
    assert commands == ["demo", "test"]
    assert README.index("```") < 600


def test_every_setting_read_from_the_environment_is_in_the_readme_with_its_default():
    source = (ROOT / "platform" / "tenfold" / "settings.py").read_text()
    read = set(re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', source))
    assert {row[0].strip("`") for row in table_under("Running it for real")} == read


def test_every_folder_the_docs_name_exists():
    named = set(re.findall(r"`((?:arena|sandbox|platform|tests)/[\w/]*)`", README))
    assert named
    assert [name for name in named if not (ROOT / name).is_dir()] == []


def test_the_readme_s_bot_is_the_ten_line_house_bot():
    bot = re.split(r"```python\n", README)[1].split("```")[0]
    assert len(bot.splitlines()) <= 10
    answers = subprocess.run(
        ["python3", "-c", bot],
        input='{"id":"a","type":"hello"}\n{"id":"b","type":"draw"}\n{"id":"c","type":"play","hand":["R1","W"]}\n',
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    assert answers == ['{"id": "a"}', '{"id": "b", "draw": "stock"}', '{"id": "c", "discard": "R1"}']
