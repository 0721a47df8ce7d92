// Notes on the page whether it is narrow for its letters: in a small window, or where a browser enlarges text alone.
(() => {
  const NARROW_PX = 300; // as wide as the page may be by letters of their usual size
  const PROBE_PX = 100;
  const probe = document.createElement("div");
  probe.style.cssText = `position: fixed; inset: 0 auto auto 0; visibility: hidden; font: ${PROBE_PX}px/1 serif`;
  probe.setAttribute("aria-hidden", "true");
  probe.textContent = "M";
  const note = () => {
    const enlarged = probe.offsetHeight / PROBE_PX;
    const root = document.documentElement;
    root.classList.toggle("narrow", enlarged > 0 && root.clientWidth / enlarged <= NARROW_PX);
  };
  addEventListener("DOMContentLoaded", () => {
    document.body.append(probe);
    new ResizeObserver(note).observe(probe);
    note();
  });
  addEventListener("resize", note);
})();
