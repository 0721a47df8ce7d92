// Looks at each frame that the browser draws, at nothing but what is drawn, and keeps in `frames.found` what is wrong:
//
// - early: something is offered while a piece of the picture is moving, or the picture changes while it is offered;
// - spoiled: the result is told, and then the picture still changes;
// - stale: a refusal is told in another state or turn than the one in which it came.
//
// What the visitor presses changes the picture too: until it has come to rest, or nothing is offered, nothing is early.
const REST_MS = 1000;
const ANSWER_MS = 5000; // the hands of a visitor take a second or two
const OFFERS = ".what-choices button, .hand-card.advised, .game-panel [role=button], .turn.yours";
const PIECES = "[data-piece], [data-roll]";

const isSeen = (part) => Boolean(part?.checkVisibility({ opacityProperty: true, visibilityProperty: true }));
const all = (find) => [...document.querySelectorAll(find)].filter(isSeen);

// The pieces with their places, in hundredths of the panel's part that they are in.
const picture = () => {
  const boxes = new Map();
  const places = all(".game-panel :is(" + PIECES + ")").map((part) => {
    const around = part.closest("svg") ?? part.closest("section");
    if (!boxes.has(around)) boxes.set(around, around.getBoundingClientRect());
    const [box, own] = [boxes.get(around), part.getBoundingClientRect()];
    const [x, y] = [(own.x + own.width / 2 - box.x) / box.width, (own.y + own.height / 2 - box.y) / box.width];
    return [part.dataset.piece ?? part.dataset.roll, part.dataset.face, Math.round(100 * x), Math.round(100 * y)].join();
  });
  return places.sort().join(" ");
};

const frames = { found: [], count: 0, offers: 0, results: 0, refusals: 0 };
let [picturedBefore, restingSince, hasOffered, toldSince, refused, isOwn, pressedAt, offeredAt] = ["", 0, false, null, null, false, 0, 0];

// The first piece that is not where it was.
const moved = (pictured) => {
  const before = new Set(picturedBefore.split(" "));
  const piece = pictured.split(" ").find((each) => !before.has(each)) ?? "";
  const old = [...before].find((each) => each.split(",")[0] === piece.split(",")[0]);
  return `${old} → ${piece}`;
};

const look = (now) => {
  requestAnimationFrame(look);
  const region = document.querySelector(".what-to-do");
  if (!region || !document.querySelector(".game-panel")) return;
  frames.count += 1;
  const [pictured, offers] = [picture(), all(OFFERS)];
  const isOver = region.dataset.state === "over" || all(".the-end").length > 0;
  const hasChanged = pictured !== picturedBefore;
  if (hasChanged) restingSince = now;
  const wrong = (kind, what) => frames.found.push(`${kind}: ${what} “${region.innerText.split("\n")[0]}”`);

  if (offers.length && !hasOffered) {
    frames.offers += 1;
    offeredAt = now;
  }
  hasOffered = offers.length > 0;
  if (!hasOffered || now - restingSince > (restingSince > pressedAt ? REST_MS : ANSWER_MS)) isOwn = false;
  if (offers.length && hasChanged && picturedBefore && !isOwn && !isOver)
    wrong("early", `${Math.round(now - offeredAt)} ms after ${offers[0].getAttribute("class")}: ${moved(pictured)}`);

  toldSince = isOver ? (toldSince ?? now) : null;
  frames.results += toldSince === now;
  if (isOver && hasChanged && toldSince < now && all(".game-panel").length) wrong("spoiled", "the picture changes");

  const words = all(".red").map((part) => part.innerText).join("");
  const acting = document.querySelector(".turn")?.className ?? refused?.acting; // none while the picture is behind
  const turn = `${region.dataset.state} ${acting}`;
  if (words && words !== refused?.words) {
    refused = { words, turn, acting };
    frames.refusals += 1;
  } else if (!words) refused = null;
  else if (turn !== refused.turn) {
    wrong("stale", `${words} (${refused.turn} → ${turn})`);
    refused.turn = turn;
  }
  picturedBefore = pictured;
};

const pressed = () => {
  isOwn = true;
  pressedAt = restingSince = performance.now();
};
for (const kind of ["pointerdown", "keydown"])
  document.addEventListener(kind, pressed, { capture: true });
window.frames = frames;
requestAnimationFrame(look);
