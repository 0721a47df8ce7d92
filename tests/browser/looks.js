// What is wrong with the looks of the page as it is shown now, as sentences. `least` has the sizes, in CSS pixels.
(least) => {
  const faults = [];
  const parts = {
    header: "header", game: ".game-panel", door: ".front-door", table: ".table-side", log: ".log",
    "what to do": ".what-to-do", hand: ".hand-bar",
  };
  const name = (part) => {
    const words = part.getAttribute("aria-label") || part.textContent;
    return `${part.tagName.toLowerCase()}.${part.getAttribute("class")} “${words.trim().slice(0, 40)}”`;
  };
  const isShown = (part) => part.checkVisibility({ visibilityProperty: true }) && part.getClientRects().length;
  const box = (part) => part.getBoundingClientRect();
  const isInside = (inner, outer) =>
    inner.left >= outer.left - 1 && inner.top >= outer.top - 1 &&
    inner.right <= outer.right + 1 && inner.bottom <= outer.bottom + 1;
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };

  // Regions: each in the window, none over another.
  const shown = Object.entries(parts).map(([words, find]) => [words, document.querySelector(find)])
    .filter(([, part]) => part && isShown(part));
  for (const [words, part] of shown)
    if (!isInside(box(part), screen)) faults.push(`${words} is not inside the window`);
  shown.forEach(([first, one], at) => {
    for (const [second, other] of shown.slice(at + 1)) {
      const wide = Math.min(box(one).right, box(other).right) - Math.max(box(one).left, box(other).left);
      const high = Math.min(box(one).bottom, box(other).bottom) - Math.max(box(one).top, box(other).top);
      if (wide > 1 && high > 1) faults.push(`${first} lies over ${second}`);
    }
  });
  if (document.documentElement.scrollWidth > innerWidth) faults.push("the page scrolls sideways");
  // What does not scroll shows everything that is in it.
  for (const [words, part] of shown)
    for (const inner of part.querySelectorAll("*")) {
      if (!isShown(inner) || inner.closest(".log-body, .table-side, .hand-cards, .what-choices, .front-door, .skip")) continue;
      if (part.scrollHeight > part.clientHeight && getComputedStyle(part).overflowY === "auto") continue;
      if (!isInside(box(inner), box(part))) {
        faults.push(`${name(inner)} is not inside ${words}`);
        break;
      }
    }

  // Buttons: large enough, their words whole, and nothing over them.
  for (const button of document.querySelectorAll('.tavolo-page button, .tavolo-page [role="button"]')) {
    // What is clipped away is for screen readers; the places on the table are measured while they are offered.
    if (!isShown(button) || button.matches(".skip") || getComputedStyle(button).clipPath !== "none") continue;
    if (button.closest(".table-side") && !button.matches(".plate")) continue;
    const { width, height } = box(button);
    const side = button.matches(".choice-button") ? least.choice : button.closest("svg") ? least.place : least.button;
    const isOverlapped = button.matches(".hand-card"); // as cards in a hand are
    if (height < side - 0.5 || (width < side - 0.5 && !isOverlapped))
      faults.push(`${name(button)} is ${width.toFixed()}×${height.toFixed()}`);
    if (!button.closest("svg") && !isOverlapped)
      for (const words of [button, ...button.querySelectorAll("div, span")])
        if (words.scrollWidth > words.clientWidth + 1 && words.clientWidth) {
          faults.push(`the words of ${name(button)} are cut off`);
          break;
        }
    if (button.closest("svg, .what-choices, .front-door, .lobby-seats, .log-body, .game-panel, .the-end, .history-page")) continue; // what can be scrolled
    const at = document.elementFromPoint(box(button).left + Math.min(width / 2, 9), box(button).top + height / 2);
    if (!button.contains(at) && !button.closest(".hand-cards")) faults.push(`${name(button)} is not reached by a click`);
  }

  // Type: of the page, and of the drawn boards as large as they are drawn.
  const small = new Map();
  const walker = document.createTreeWalker(document.querySelector(".tavolo-page"), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const part = walker.currentNode.parentElement;
    // What is drawn of the table, of a game or a sheet to choose, of a card and of a seat's mark is a picture.
    if (!walker.currentNode.textContent.trim() || !isShown(part)) continue;
    if (part.closest(".table-side, .replay-lights, .door-picture, .with-picture svg, .card, .seat-mark, .seat-number, .course-digit, title, style")) continue;
    const scale = part.ownerSVGElement ? part.ownerSVGElement.getScreenCTM().a : 1;
    const size = parseFloat(getComputedStyle(part).fontSize) * scale;
    if (size < (part.ownerSVGElement ? least.drawn : least.type) - 0.05) small.set(`${name(part)} has type of ${size.toFixed(1)} px`, size);
  }
  faults.push(...[...small.keys()].slice(0, 8));
  return faults;
}
