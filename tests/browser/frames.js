// Looks at each frame that the browser draws, at nothing but what is drawn, and keeps in `frames.found` what is wrong:
//
// - early: something is offered while a piece of the picture is moving, or the picture changes after it was offered;
// - spoiled: the result is told, and then the picture still changes;
// - stale: a refusal is told in another state or turn than the one in which it came.
//
// What the visitor presses changes the picture too: until it has come to rest, or nothing is offered, nothing is early.
// Nor is it early when another player's purchase moves a pawn while all choose in secret, or when another acts while
// the visitor may do something if they like.
const REST_MS = 1000;
const ANSWER_MS = 5000; // the hands of a visitor take a second or two
const OFFERS = ".what-choices button, :not([data-moving] *).hand-card.advised, .game-panel [role=button], .turn.yours";
const STILL_PX = 2;
const PIECES = "[data-piece], [data-roll]";

const isSeen = (part) => Boolean(part?.checkVisibility({ opacityProperty: true, visibilityProperty: true }));
const all = (find) => [...document.querySelectorAll(find)].filter(isSeen);

// The pieces, each with the part of the panel that it is in, and its place there in pixels.
const picture = () => {
  const boxes = new Map();
  const placed = (part) => {
    const around = part.closest("svg") ?? part.closest("section");
    if (!boxes.has(around)) boxes.set(around, around.getBoundingClientRect());
    const [box, own] = [boxes.get(around), part.getBoundingClientRect()];
    const size = [box.x, box.y, box.width, box.height].map(Math.round).join();
    return { size, x: own.x + own.width / 2 - box.x, y: own.y + own.height / 2 - box.y };
  };
  const pieces = all(".game-panel :is(" + PIECES + ")");
  return new Map(pieces.map((part) => [`${part.dataset.piece ?? part.dataset.roll} ${part.dataset.face}`, placed(part)]));
};

// What has changed in the picture, "" if nothing: a part of the panel that has another size moves its pieces too.
const change = (before, now) => {
  for (const piece of new Set([...before.keys(), ...now.keys()])) {
    const [from, to] = [before.get(piece), now.get(piece)];
    if (!from || !to) return `${piece} ${from ? "goes" : "comes"}`;
    const far = Math.hypot(to.x - from.x, to.y - from.y);
    if (from.size === to.size && far > STILL_PX) return `${piece} moves by ${Math.round(far)} px`;
  }
  return "";
};

const frames = { found: [], count: 0, offers: 0, results: 0, refusals: 0 };
let [picturedBefore, restingSince, offeredBefore, toldSince, refused, isOwn, pressedAt, offeredAt] = [new Map(), 0, "", null, null, false, 0, 0];

const look = (now) => {
  requestAnimationFrame(look);
  const region = document.querySelector(".what-to-do");
  if (!region || !document.querySelector(".game-panel")) return;
  frames.count += 1;
  const [pictured, offers] = [picture(), all(OFFERS)];
  const isOver = region.dataset.state === "over" || all(".the-end").length > 0;
  const changed = change(picturedBefore, pictured);
  if (changed) restingSince = now;
  const wrong = (kind, what) => frames.found.push(`${kind}: ${what} “${region.innerText.split("\n")[0]}”`);

  const offered = offers.length ? region.innerText : ""; // at Instant one question follows another without a pause
  if (offered && offered !== offeredBefore) {
    frames.offers += 1;
    offeredAt = now;
  }
  offeredBefore = offered;
  const hasOffered = offers.length > 0;
  if (!hasOffered || now - restingSince > (restingSince > pressedAt ? REST_MS : ANSWER_MS)) isOwn = false;
  const isPurchase = changed.startsWith("player-") && /in secret|^You chose/.test(region.innerText);
  const isOptional = region.innerText.includes("If you like: ");
  const isHurried = now - pressedAt < REST_MS; // to the present, where pieces may still be on their way
  if (offers.length && changed && picturedBefore.size && now > offeredAt && !isOwn && !isHurried && !isPurchase && !isOptional && !isOver)
    wrong("early", `${changed}, ${Math.round(now - offeredAt)} ms after ${offers[0].getAttribute("class")}`);

  toldSince = isOver ? (toldSince ?? now) : null;
  frames.results += toldSince === now;
  if (isOver && changed && toldSince < now && pictured.size) wrong("spoiled", changed);

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
