// Looks at each frame that the browser draws, at nothing but what is drawn, and keeps in `frames.found` what is wrong:
//
// - early: something is offered while a piece of the picture is moving, or the picture changes while it is offered;
// - spoiled: the result is told, and then the picture still changes;
// - stale: a refusal is told in another state or turn than the one in which it came.
//
// What the visitor presses changes the picture too: until it has come to rest, or nothing is offered, nothing is early.
const REST_MS = 1000;
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
let [picturedBefore, restingSince, hasOffered, toldSince, refused, isOwn] = ["", 0, false, null, null, false];

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

  frames.offers += offers.length > 0 && !hasOffered;
  hasOffered = offers.length > 0;
  if (!hasOffered || now - restingSince > REST_MS) isOwn = false;
  if (offers.length && hasChanged && picturedBefore && !isOwn && !isOver)
    wrong("early", `${offers[0].className} ${offers[0].innerText}`);

  toldSince = isOver ? (toldSince ?? now) : null;
  frames.results += toldSince === now;
  if (isOver && hasChanged && toldSince < now && all(".game-panel").length) wrong("spoiled", "the picture changes");

  const words = all(".red").map((part) => part.innerText).join("");
  const turn = `${region.dataset.state} ${document.querySelector(".turn")?.className}`;
  if (words && words !== refused?.words) {
    refused = { words, turn };
    frames.refusals += 1;
  } else if (!words) refused = null;
  else if (turn !== refused.turn) {
    wrong("stale", `${words} (${refused.turn} → ${turn})`);
    refused.turn = turn;
  }
  picturedBefore = pictured;
};

for (const kind of ["pointerdown", "keydown"])
  document.addEventListener(kind, () => ([isOwn, restingSince] = [true, performance.now()]), { capture: true });
window.frames = frames;
requestAnimationFrame(look);
