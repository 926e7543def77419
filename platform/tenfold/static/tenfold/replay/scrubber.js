// The slider over all frames, with marks above it: deal ends, phases laid, faults.

import { isDealt, isFault, isPhase, marks } from "./timeline.js";

const SVG = "http://www.w3.org/2000/svg";

function bar(x, className, top) {
  const rect = document.createElementNS(SVG, "rect");
  for (const [name, value] of Object.entries({ x, y: top, width: 2, height: 18 - top, class: className })) {
    rect.setAttribute(name, value);
  }
  return rect;
}

/** Draws the marks until `signal` is aborted; `show` of what it returns follows the shown frame. */
export function scrubber(root, frames, goTo, signal) {
  const slider = root.querySelector("input");
  const picture = root.querySelector("svg");
  slider.max = frames.length - 1;
  slider.addEventListener("input", () => goTo(Number(slider.value)), { signal });

  const paint = () => {
    const width = picture.clientWidth || 600;
    const thumb = 16; // the slider's thumb keeps its centre this far inside both ends, halved
    const x = (index) => thumb / 2 + (index / (frames.length - 1)) * (width - thumb) - 1;
    picture.setAttribute("viewBox", `0 0 ${width} 18`);
    picture.replaceChildren(
      ...marks(frames, isDealt).slice(1).map((index) => bar(x(index), "deal-end", 0)),
      ...marks(frames, isPhase).map((index) => bar(x(index), "phase", 8)),
      ...marks(frames, isFault).map((index) => bar(x(index), "fault", 2)),
    );
  };
  const resized = new ResizeObserver(paint);
  resized.observe(picture);
  signal.addEventListener("abort", () => resized.disconnect());
  return {
    show(index, words) {
      slider.value = index;
      slider.setAttribute("aria-valuetext", words);
    },
  };
}
