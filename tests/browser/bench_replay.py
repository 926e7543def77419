"""How fast the viewer steps: a game of six seats and some twenty deals, one step a frame, in Chromium.

make bench-replay, or python -m tests.browser.bench_replay

Told are the script's own time for a step (table, log, slider, address), the time from frame to frame, in
which the browser lays out and paints what the step changed as well, and the CPU time that the page's thread
spends on script, style and layout. 60 frames a second leave 16.7 ms. What else the machine does counts too.
"""

import argparse
import os
import statistics
import threading
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

from playwright.sync_api import Page

from arena.bench.players import greedy_turn, play_game, random_player
from arena.phase10.deal import Deal
from arena.phase10.rules import STANDARD
from arena.transcript import dump
from tenfold.cli.saved import open_all
from tenfold.cli.viewer import Gallery, address_of, server_for
from tests.browser.chromium import launched

PLAYERS: Final = 6
DEALS: Final = 20
FRAME_MS: Final = 1000 / 60

SPENT: Final = {
    "script": "ScriptDuration",
    "style": "RecalcStyleDuration",
    "layout": "LayoutDuration",
}

#: Steps once a frame, to the end of the game or `most` times; [ms of script, ms since the last frame] each.
STEPPING: Final = """
async (most) => {
  const slider = document.querySelector("[data-replay] input[type=range]");
  const frame = () => new Promise(requestAnimationFrame);
  const measured = [];
  let before = await frame();
  while (slider.value !== slider.max && measured.length < most) {
    const began = performance.now();
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "l" }));
    const script = performance.now() - began;
    const now = await frame();
    measured.push([script, now - before]);
    before = now;
  }
  return measured;
}
"""


def a_long_game() -> bytes:
    """The transcript of the first game of this many deals, by players that do not always know what to do."""
    for seed in count():
        chance = Random(seed)
        turns = (greedy_turn, random_player(chance.random))

        def turn(deal: Deal, chance: Random = chance, turns: Any = turns) -> None:
            turns[chance.random() < 0.4](deal)

        game = play_game(STANDARD, PLAYERS, seed.to_bytes(32), turn)
        if len(game.deals) >= DEALS:
            return dump(game.transcript())
    raise AssertionError("unreachable")


def measured(page: Page, address: str, most: int) -> tuple[list[list[float]], dict[str, float]]:
    """The steps, and the thread's mean CPU time for one in ms, by what it was spent on."""
    page.goto(address)
    page.locator("[data-replay]").wait_for()
    devtools = page.context.new_cdp_session(page)
    devtools.send("Performance.setTimeDomain", {"timeDomain": "threadTicks"})
    devtools.send("Performance.enable")

    def spent() -> dict[str, float]:
        return {each["name"]: each["value"] for each in devtools.send("Performance.getMetrics")["metrics"]}

    before = spent()
    steps: list[list[float]] = page.evaluate(STEPPING, most)
    after = spent()
    return steps, {what: 1000 * (after[name] - before[name]) / len(steps) for what, name in SPENT.items()}


def told(name: str, values: Sequence[float]) -> str:
    ordered = sorted(values)
    late = sum(value > 1.5 * FRAME_MS for value in values) / len(values)
    middle, most = statistics.median(ordered), ordered[len(ordered) * 95 // 100]
    return (
        f"{name:20}  median {middle:6.2f} ms   95% {most:6.2f} ms   worst {ordered[-1]:7.2f} ms"
        f"   over a frame and a half: {late:.1%}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--most", type=int, default=100_000, metavar="N", help="so many steps at most")
    asked = parser.parse_args()
    with TemporaryDirectory() as folder, launched() as browser:
        path = Path(folder) / "game.t10"
        path.write_bytes(a_long_game())
        games = open_all(path)
        server = server_for(Gallery("bench", games), 0)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        steps, cpu = measured(page, address_of(server), asked.most)
        server.shutdown()
    script, frames = zip(*steps, strict=True)
    deals, waiting = len(games[0].document().deals), os.getloadavg()[0]
    lines = [
        f"{PLAYERS} seats, {deals} deals, {len(steps)} steps; {os.cpu_count()} cores, load {waiting:.1f}",
        told("script, a step", script),
        told("from frame to frame", frames),
        "CPU time, a step      " + "   ".join(f"{what} {ms:.2f} ms" for what, ms in cpu.items()),
    ]
    print("\n".join(lines))  # noqa: T201 - a tool's output


if __name__ == "__main__":
    main()
