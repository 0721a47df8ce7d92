// Which words of the page as it is shown now lie over others, or are cut off, as sentences; drawings are pictures.
(within) => {
  const faults = new Set();
  const shown = [];
  const say = (node) => `“${node.textContent.trim().slice(0, 40)}”`;
  const isApart = (part) =>
    part.closest("svg, title, style, script, noscript, option, .skip, .q-field__native, details:not([open]) > :not(summary)") ||
    part.matches("details:not([open])");

  // The part of a line that is shown: what can be scrolled into sight is not cut off.
  const seen = (line, part, node) => {
    let { left, top, right, bottom } = line;
    for (let outer = part; outer && outer !== document.body; outer = outer.parentElement) {
      const style = getComputedStyle(outer);
      if (style.clipPath !== "none") return null; // for screen readers
      const box = outer.getBoundingClientRect();
      for (const [overflow, from, to, start, end] of [
        [style.overflowX, left, right, box.left, box.right], [style.overflowY, top, bottom, box.top, box.bottom],
      ]) {
        if (["hidden", "clip"].includes(overflow) && (from < start - 3 || to > end + 3)) faults.add(`${say(node)} is cut off`);
      }
      if (style.overflowX !== "visible") [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
      if (style.overflowY !== "visible") [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
      if (style.position === "fixed") break;
    }
    return right - left > 1 && bottom - top > 1 ? { left, top, right, bottom, node } : null;
  };

  for (const root of document.querySelectorAll(within)) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode, part = node.parentElement;
      if (!node.textContent.trim() || isApart(part) || !part.checkVisibility({ visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const line of range.getClientRects()) {
        const air = line.height * 0.18; // above and below the letters
        const words = seen({ left: line.left, right: line.right, top: line.top + air, bottom: line.bottom - air }, part, node);
        if (words && line.width > 1) shown.push(words);
      }
    }
  }
  shown.forEach((one, at) => {
    if (one.left < -1 || one.right > innerWidth + 1) faults.add(`${say(one.node)} is not inside the window`);
    for (const other of shown.slice(at + 1)) {
      if (one.node === other.node) continue;
      const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (wide > 1.5 && high > 1.5) faults.add(`${say(one.node)} lies over ${say(other.node)}`);
    }
  });
  if (document.documentElement.scrollWidth > innerWidth) faults.add("the page scrolls sideways");
  return [...faults];
}
