// Nudges and reactions: each rises from its seat where the table is in sight, else above what to do, and goes.
const RISE_PX = 64; // as the style sheet has it
const EDGE_PX = 28; // from a picture's middle to the window's edge, at least

const tavoloGestures = {
  show(seat, html, milliseconds) {
    const shown = document.createElement("div");
    shown.className = "gesture";
    shown.innerHTML = html;
    shown.style.animationDuration = `${milliseconds}ms`;
    const plate = document.querySelector(`.table-drawing [data-seat="${seat}"] .plate`);
    const box = plate?.getBoundingClientRect();
    if (box?.width && box.bottom > 0 && box.top < innerHeight) {
      const highest = plate.ownerSVGElement.getBoundingClientRect().top + RISE_PX; // from which it stays over the table
      shown.classList.add("at-seat");
      shown.style.left = `${Math.min(Math.max(EDGE_PX, box.x + box.width / 2), innerWidth - EDGE_PX)}px`;
      shown.style.top = `${Math.max(highest, box.y + box.height / 2)}px`;
    }
    document.querySelector(".gesture-place").append(shown);
    setTimeout(() => shown.remove(), milliseconds);
  },
};
