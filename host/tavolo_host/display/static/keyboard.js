// The page by keyboard alone: the focus keeps its place when a region is redrawn, and arrows walk along the cards of the
// hand and along the choices, each of which is one stop of the Tab key.
(() => {
  const ROWS = ".hand-cards, .what-choices, .print-row";
  const PLACES = [".hand-cards", ".what-choices", ".game-panel", ".hand-bar", ".log-body"];
  let region = null; // the last focus: its region, the place in it, and the button
  let kind = "";
  let at = 0;
  let name = "";

  const buttonsOf = (place) => [...place.querySelectorAll('button, [role="button"]')];

  const nameOf = (button) => button.getAttribute("aria-label") ?? button.innerText;

  function remember(event) {
    if (event.target === region) return; // set by this script
    kind = PLACES.find((each) => event.target.closest(each));
    const place = kind && event.target.closest(kind);
    region = place ? place.closest("section") : null;
    if (!place) return;
    at = buttonsOf(place).indexOf(event.target);
    name = nameOf(event.target);
    oneStop(place, event.target);
  }

  function oneStop(place, chosen) {
    if (place.matches(ROWS)) for (const button of buttonsOf(place)) button.tabIndex = button === chosen ? 0 : -1;
  }

  // The focused button is gone: focus the one in its place, or the region until there is one.
  function restore() {
    for (const place of document.querySelectorAll(ROWS)) {
      const buttons = buttonsOf(place);
      if (buttons.length && buttons.filter((button) => button.tabIndex === 0).length !== 1)
        oneStop(place, buttons.find((button) => button.matches(".advised")) ?? buttons[0]);
    }
    const active = document.activeElement;
    if (!region?.isConnected || (active !== document.body && active !== region)) return;
    const place = region.matches(kind) ? region : region.querySelector(kind);
    const buttons = place ? buttonsOf(place) : [];
    const next = buttons.find((button) => nameOf(button) === name) ?? buttons[Math.min(at, buttons.length - 1)];
    if (!next) region.tabIndex = -1;
    (next ?? region).focus();
  }

  function walk(event) {
    const place = event.target.closest?.(ROWS);
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!place || !(step || event.key === "Home" || event.key === "End")) return;
    const buttons = buttonsOf(place);
    const to = buttons.indexOf(event.target) + step;
    const next = event.key === "Home" ? 0 : event.key === "End" ? buttons.length - 1 : (to + buttons.length) % buttons.length;
    event.preventDefault();
    const beside = { ArrowDown: place.nextElementSibling, ArrowUp: place.previousElementSibling }[event.key];
    if (place.matches(".print-row") && beside !== undefined) {
      const cells = beside ? buttonsOf(beside) : [event.target];
      cells[Math.min(buttons.indexOf(event.target), cells.length - 1)].focus();
      return;
    }
    buttons[next].focus();
    buttons[next].scrollIntoView({ block: "nearest", inline: "nearest" }); // by focus it may stay half in sight
  }

  document.addEventListener("focusin", remember);
  document.addEventListener("keydown", walk);
  new MutationObserver(restore).observe(document.documentElement, { childList: true, subtree: true });
})();
