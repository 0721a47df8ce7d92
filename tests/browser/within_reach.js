// What of a decision is out of a person's reach on the page as it is shown now, as sentences; everything is enlarged by
// `scale`. What is offered is large enough for a finger, board, sentence and hand are together in the window or one
// swipe away from each other, no region or button lies over another, and neither words nor choices are cut off.
(scale) => {
  const LEAST = 28;
  const LEAST_OF_CARD = 44; // unless a tap lifts it
  const faults = new Set();
  const isShown = (part) =>
    part.checkVisibility({ visibilityProperty: true }) && part.getClientRects().length &&
    getComputedStyle(part).clipPath === "none";
  const box = (part) => part.getBoundingClientRect();
  const say = (part) => `“${(part.ariaLabel || part.innerText || part.getAttribute("class")).trim().slice(0, 40)}”`;
  const find = (selector) => [...document.querySelectorAll(selector)].find(isShown);

  if (document.documentElement.scrollWidth > innerWidth) faults.add("the page scrolls sideways");

  // On a screen that enlarges everything, an inch has fewer of the page's pixels.
  const least = scale > 1 && document.documentElement.matches(".narrow") ? LEAST / scale : LEAST;
  const isLifted = navigator.maxTouchPoints > 0;
  const cards = [...document.querySelectorAll(".hand-card")];
  const regular = ".what-choices button, .aids button, .own-seat button, .top button, .guide button, .tab";
  const offered = `${regular}, .game-panel [role=button], .hand-card`;
  for (const part of document.querySelectorAll(offered)) {
    if (!isShown(part) || part.matches(".skip")) continue;
    const next = cards[cards.indexOf(part) + 1];
    // As it lies in the hand: one that is lifted is drawn larger.
    const width = part.matches(".hand-card") && next ? next.offsetLeft - part.offsetLeft : box(part).width;
    const { height } = box(part);
    const enough = part.matches(".hand-card") ? (isLifted || scale > 1 ? 15 : 22) : least;
    if (Math.min(width, height) < enough - 0.5) faults.add(`${say(part)} is ${width.toFixed()}×${height.toFixed()}`);
    if (part.matches(".hand-card") && height < LEAST_OF_CARD) faults.add(`${say(part)} is ${height.toFixed()} high`);
    const isCut = !part.closest("svg, .hand-cards") && part.scrollWidth > part.clientWidth + 1;
    if (isCut) faults.add(`the words of ${say(part)} are cut off`);
  }

  // Buttons: none over another, and none that is to be pressed cut. What scrolls is a swipe away.
  const seenOf = (part) => {
    let { left, top, right, bottom } = box(part);
    for (let outer = part.parentElement; outer && outer !== document.documentElement; outer = outer.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(outer), around = box(outer);
      if (overflowX !== "visible") [left, right] = [Math.max(left, around.left), Math.min(right, around.right)];
      if (overflowY !== "visible") [top, bottom] = [Math.max(top, around.top), Math.min(bottom, around.bottom)];
      if (position === "fixed") break;
    }
    return { left, top, right, bottom, isSeen: right > left && bottom > top };
  };
  const buttons = [...document.querySelectorAll(".tavolo-page :is(button, [role=button])")]
    .filter((part) => isShown(part) && !part.matches(".skip, .hand-card")).map((part) => [part, seenOf(part)]);
  buttons.forEach(([part, seen], at) => {
    for (const [over, other] of buttons.slice(at + 1)) {
      if (!seen.isSeen || !other.isSeen || (part.closest("svg") && over.closest("svg"))) continue;
      const wide = Math.min(seen.right, other.right) - Math.max(seen.left, other.left);
      const high = Math.min(seen.bottom, other.bottom) - Math.max(seen.top, other.top);
      if (wide > 1 && high > 1) faults.add(`${say(part)} lies over ${say(over)}`);
    }
    const { width, height } = box(part);
    const bar = part.closest(".what-choices"), { overflowX, overflowY } = bar ? getComputedStyle(bar) : {};
    const isCut = (width > seen.right - seen.left + 4 && overflowX !== "auto") || (height > seen.bottom - seen.top + 4 && overflowY !== "auto");
    if (isCut && part.matches(".what-choices *, .questions *, .nudge, .react")) faults.add(`${say(part)} is cut`);
  });
  for (const part of document.querySelectorAll(".last-event, .what-sentence")) {
    const holder = part.closest(".news") ?? part, isCut = holder.scrollHeight > holder.clientHeight + 4;
    if (scale === 1 && isShown(part) && isCut && getComputedStyle(holder).overflowY === "hidden") faults.add(`${say(part)} is cut`);
  }

  // The board, as much as its panel shows, the sentence and the hand.
  const together = { board: find(".game-panel"), sentence: find(".what-sentence"), hand: cards.find(isShown) };
  const [first, ...others] = Object.entries(together).filter(([, part]) => part);
  for (const [words, part] of [first, ...others]) {
    if (box(part).height < 20) faults.add(`the ${words} is ${box(part).height.toFixed()} high`);
    const from = Math.min(box(first[1]).bottom, box(part).top), to = Math.max(box(first[1]).top, box(part).bottom);
    if (to - from > 2 * innerHeight) faults.add(`${words} and ${first[0]} are ${(to - from).toFixed()} px apart`);
  }
  const apart = [".top", ".tabs", ".middle", ".what-sentence", ".what-choices", ".own-seat", ".aids"];
  const regions = apart.map((each) => [each, find(each)]);
  regions.push(...[cards[0], cards.at(-1)].map((each) => ["a card", each?.querySelector(":scope:not(.lifted) .card")]));
  regions.forEach(([one, part], at) => {
    for (const [other, over] of regions.slice(at + 1)) {
      if (!part || !over || part === over || (one === other)) continue;
      const wide = Math.min(box(part).right, box(over).right) - Math.max(box(part).left, box(over).left);
      const high = Math.min(box(part).bottom, box(over).bottom) - Math.max(box(part).top, box(over).top);
      if (wide > 1 && high > 1) faults.add(`${one} lies over ${other}`);
    }
  });
  return [...faults];
}
