"""Every page of the site, from its routes, and what each of them keeps to.

Whoever adds a route names an address for it in tests/tenfold/routes.py; from then on its page is walked here.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # it has no types
from playwright.sync_api import Page

from tests.tenfold.routes import ADDRESSES, Scene, routes

# Who looks at a page: the first of these whom it answers. A bot and its matches tell their owner most.
WHO: Final = ("organizer", "owner", "anonymous")
OF_AN_OWNER: Final = ("bots/", "m/", "matches/", "play/")
# Made of a package's own files; only what it asks for and where it leads is ours.
NOT_OURS: Final = ("/api/v1/docs",)
IN_THE_MIDST: Final = {"/games/0/0/": "?turn=30", "/embed/": "?turn=30", "/reveal/": "?hidden=0"}
WIDTHS: Final = (1280, 390)
AXE: Final = Axe().axe_script
# What else axe looks at is the same in both schemes.
OF_COLOURS: Final = ("color-contrast", "link-in-text-block")

# Of cards that look the same, one is enough to look at: a page of rules has two hundred.
ALIKE: Final = """() => {
  const seen = new Set();
  for (const card of document.querySelectorAll(".card")) {
    if (seen.has(card.outerHTML)) card.dataset.alike = "";
    seen.add(card.outerHTML);
  }
}"""

SHAPE: Final = """() => {
  const wrong = [];
  const many = (what) => {
    const count = document.querySelectorAll(what).length;
    if (count !== 1) wrong.push(`${count} of ${what}`);
  };
  const framed = location.pathname.endsWith("/embed/");  // stands in somebody else's page
  const around = framed ? [] : ["header.head", "footer", "a.skip-link", ".main-nav"];
  for (const one of ["h1", "main", ...around]) many(one);
  if (!document.title.trim()) wrong.push("no title");
  for (const time of document.querySelectorAll("time"))
    if (Number.isNaN(Date.parse(time.dateTime)) || !/ UTC$/.test(time.title) || !time.dataset.moment)
      wrong.push(`set by no tag of ours: ${time.outerHTML}`);
  // A moment that is written out stands in an element that says which it is.
  const text = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (text.nextNode())
    if (/\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d/.test(text.currentNode.data)
        && !text.currentNode.parentElement.closest("time, pre, code, textarea"))
      wrong.push(`a moment in no time element: ${text.currentNode.data.trim()}`);
  return wrong;
}"""

# Opens what is folded; names what sticks out of the window or of its own box, and each label that stands
# neither beside its field nor right above it, as where a row breaks between the two.
ROOM: Final = """() => {
  for (const folded of document.querySelectorAll("main details")) folded.open = true;
  const wrong = [], wide = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > wide)
    wrong.push(`the page is ${document.documentElement.scrollWidth} wide`);
  const told = (element) => element.outerHTML.slice(0, 90).replaceAll(/\\s+/g, " ");
  const hidden = (element) => element.closest(".hidden-label, .skip-link, [hidden]");
  for (const element of document.querySelectorAll("body *")) {
    const style = getComputedStyle(element);
    if (style.display === "none" || style.display === "inline" || element.closest("svg") || hidden(element))
      continue;
    if (element.clientWidth && style.overflowX === "visible" && element.scrollWidth > element.clientWidth + 1)
      wrong.push(`${element.scrollWidth} in ${element.clientWidth}: ${told(element)}`);
  }
  for (const label of document.querySelectorAll("label")) {
    const field = label.control;
    if (!field || label.contains(field) || hidden(label) || !field.checkVisibility()) continue;
    const [said, asked] = [label.getBoundingClientRect(), field.getBoundingClientRect()];
    const beside = said.bottom > asked.top && asked.bottom > said.top;
    if (!beside && Math.abs(said.left - asked.left) > 8)
      wrong.push(`parted from its field: ${told(label)}`);
  }
  return wrong;
}"""

# Marks all that a press of Tab should come to, of radio buttons one a group; says how many it takes.
STOPS: Final = """() => {
  for (const folded of document.querySelectorAll("main details")) folded.open = true;
  const parts = { "datetime-local": 7, date: 4, time: 4 };
  let presses = 1;
  const groups = new Set(), stops = [];
  for (const element of document.querySelectorAll(
      "a[href], button, input, select, textarea, summary, [tabindex='0'], audio, video, iframe")) {
    if (element.disabled || element.tabIndex < 0 || !element.checkVisibility()) continue;
    if (element.type === "radio") {
      const group = `${element.form?.action} ${element.name}`;
      if (groups.has(group)) continue;
      groups.add(group);
    }
    stops.push(element);
    presses += parts[element.type] ?? 1;
  }
  window.tabStops = stops;
  window.tabbed = new Set();
  window.unseen = [];
  document.addEventListener("focusin", ({ target }) => {
    if (window.tabbed.has(target)) return;
    window.tabbed.add(target);
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(target);
    const box = target.getBoundingClientRect();
    const drawn = (outlineStyle !== "none" && parseFloat(outlineWidth) >= 2) || boxShadow !== "none";
    if (!drawn || !box.width || !box.height) window.unseen.push(target.outerHTML.slice(0, 90));
  });
  return presses;
}"""
# A press that is never let go of; nor is it told as a repetition, which a script may take for nothing. To let
# go of it is a second message to the browser, and a third of all the work.
TAB: Final = {"type": "rawKeyDown", "key": "Tab", "code": "Tab", "windowsVirtualKeyCode": 9}
TABBED: Final = """() => {
  const groups = new Set([...tabbed].filter((one) => one.type === "radio").map((one) => one.name));
  const reached = (one) => tabbed.has(one) || (one.type === "radio" && groups.has(one.name));
  return [
    ...tabStops.filter((one) => !reached(one)).map((one) => `no key leads to ${one.outerHTML.slice(0, 90)}`),
    ...unseen.map((one) => `no sign of the focus on ${one}`),
  ];
}"""


@dataclass(frozen=True)
class Visit:
    address: str
    role: str


def answers(scene: Scene) -> dict[str, Visit | int]:
    """By route, who sees its page in the scene at which address; or how it answers, if with no page."""
    return {route: looked_up(scene, route) for route in sorted(routes())}


def visits(scene: Scene, answered: Mapping[str, Visit | int]) -> list[Visit]:
    """One for each page that there is in the scene: whatever a route answers somebody with HTML.

    Of versions each one, since they look unalike in each state, and what has steps in their midst too.
    """
    found = [answer for answer in answered.values() if isinstance(answer, Visit)]
    for end, query in IN_THE_MIDST.items():
        found += [Visit(one.address + query, one.role) for one in found if one.address.endswith(end)]
    later = scene.bot.versions.filter(number__gt=1)
    return [*found, *(Visit(version.get_absolute_url(), "owner") for version in later)]


def without_a_scene(answered: Mapping[str, Visit | int]) -> list[str]:
    """The routes that take a GET and answer it to nobody in the scene; the API has no pages."""
    site = [route for route in answered if not route.startswith("api/")]
    return [route for route in site if answered[route] in (302, 400, 404)]


def looked_up(scene: Scene, route: str) -> Visit | int:
    status = 404
    for role in sorted(WHO, key=lambda role: role != "owner") if route.startswith(OF_AN_OWNER) else WHO:
        for address in ADDRESSES[route](scene)[:1]:
            answer = scene.browser(role).get(address)
            status = answer.status_code
            if status == 200 and answer["Content-Type"].startswith("text/html"):
                return Visit(address, role)
            if status in (200, 405):
                return int(status)
    return status


def inaccessible(page: Page, *, rules: tuple[str, ...] = ()) -> list[str]:
    """What axe finds wrong with the page as it stands, or what it finds by these rules alone."""
    options: dict[str, Any] = {"resultTypes": ["violations"]}
    if rules:
        options["runOnly"] = {"type": "rule", "values": list(rules)}
    page.evaluate(ALIKE)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    found = page.evaluate(
        "(options) => axe.run({ exclude: [['[data-alike]']] }, options).then((found) => found.violations)",
        options,
    )
    return [f"{one['id']}: {node['html'][:120]}" for one in found for node in one["nodes"]]


def misshapen(page: Page) -> list[str]:
    return list(page.evaluate(SHAPE))


def too_wide(page: Page) -> Iterator[str]:
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        yield from (f"at {width} px, {one}" for one in page.evaluate(ROOM))


def out_of_reach(page: Page) -> list[str]:
    """What the Tab key does not come to, or comes to without a sign."""
    presses = page.evaluate(STOPS)
    keyboard = page.context.new_cdp_session(page)
    for _ in range(presses):
        keyboard.send("Input.dispatchKeyEvent", TAB)
    keyboard.detach()
    return list(page.evaluate(TABBED))
