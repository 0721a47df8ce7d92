// The drawn board of a game: the server draws it, and says which of its places are buttons, with their names.
//
// Changes are animated, unless the user prefers reduced motion: a `data-piece` moves from its previous position, a new
// one from its `data-origin` (the last visible `data-home` of that name); a `data-count` counts to its new number; a
// `data-roll` turns when its `data-face` changes.
//
// What an action costs stands on its place (`costs`: a sign, and words for the place under the pointer or with the focus).
// A card that is pointed at lies there like a shadow: its `data-about` names places, and `data-signs` what it costs at
// each; `data-lands` marks where in a place it goes.
// Where places overlap, a click picks them out, to choose from. What is in a `data-alone` belongs to one place, and says
// what that costs.
//
// While the board is `behind` and shows what has happened, a click or a key that does nothing else goes on at once. What
// is offered then stays out of sight until these pieces have got there, however slow the browser is (`data-moving`).
const ACTIVE = "button, a, input, select, summary, [role=button]";
const HELD = ".what-choices, .hand-cards"; // what waits for the picture
const EASING = "cubic-bezier(0.2, 0.7, 0.2, 1)";

// The pieces' positions and the rest of their moves, which a change elsewhere must not restart.
// Here and below everything is measured before anything is changed: measuring after a change forces a layout.
const states = (parts, moveMs) => {
  const at = parts.map(middle);
  const running = parts.map((part) => part.getAnimations()[0]);
  const left = running.map((move) => (move ? Math.max(0, moveMs - move.currentTime) : 0));
  for (const move of running) move?.cancel();
  const goals = running.some((move) => move) ? parts.map(middle) : at;
  return new Map(parts.map((part, each) => [part.dataset.piece, { at: at[each], left: left[each], goal: goals[each] }]));
};

const middle = (element) => {
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

const drawn = (shape, attributes, text = "") => {
  const part = document.createElementNS("http://www.w3.org/2000/svg", shape);
  for (const each in attributes) part.setAttribute(each, attributes[each]);
  part.textContent = text;
  return part;
};

const kindOf = (sign) => (sign.startsWith("−") ? "loses" : sign.startsWith("+") ? "gains" : "");

export default {
  template: `<section class="game-panel" :aria-label="label" :data-behind="behind || null" v-html="html"
    @click="click" @keydown="keyDown"></section>`,
  props: { html: String, offers: Object, costs: Object, hinted: String, behind: Boolean, label: String, moveMs: Number },
  watch: {
    html: { handler: "change", flush: "pre" },
    offers: { handler: "remember", flush: "pre" },
    costs: { handler: "remember", flush: "pre" },
    hinted: { handler: "remember", flush: "pre" },
  },
  mounted() {
    this.about = null; // what is under the pointer or has the focus, anywhere on the page, if it is about places
    this.over = undefined; // the place under the pointer or with the focus
    this.running = []; // the animations of the last change
    this.picked = []; // the place where the board was clicked, or places that overlap there
    this.offer();
    this.sizes = new ResizeObserver(() => this.tell());
    this.sizes.observe(this.$el);
    this.counting = {};
    // A question that comes while pieces still move, as after a delay on the way here, waits for them.
    this.questions = new MutationObserver(() => requestAnimationFrame(() => this.isRunning() && this.hold(this.running)));
    const asked = document.querySelector(".what-to-do");
    if (asked) this.questions.observe(asked, { childList: true, characterData: true, subtree: true });
    // Elements beside the board point at its places.
    this.point = (event) => {
      if (event.type === "focusin" && !event.target.matches(":focus-visible")) return; // the pointer says what is meant
      const about = event.target.closest?.("[data-about]") ?? null;
      const over = this.$el.contains(event.target) ? event.target.closest("[data-place]")?.dataset.place : undefined;
      if (about === this.about && over === this.over) return;
      [this.about, this.over] = [about, over];
      this.offer();
    };
    for (const name of ["pointerover", "focusin"]) document.addEventListener(name, this.point);
    // A card that was pointed at may be played or redrawn: only one that a finger has lifted keeps its shadow.
    this.hands = new MutationObserver(() => requestAnimationFrame(() => {
      if (!this.about || this.about.isConnected) return;
      this.about = document.querySelector(".hand-card.lifted[data-about]");
      this.offer();
    }));
    const hand = document.querySelector(".hand-cards");
    if (hand) this.hands.observe(hand, { childList: true });
    // A digit takes the choice at that position.
    this.digit = (event) => {
      if (event.repeat || event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input")) return;
      if (!/^[1-9]$/.test(event.key) || this.isMoving()) return;
      document.querySelectorAll(".choice-button")[event.key - 1]?.click();
    };
    document.addEventListener("keydown", this.digit);
    this.hurry = (event) => {
      const isMoving = this.isMoving();
      const isFree = (event.type === "click" || event.key === " ") && !event.target.closest?.(ACTIVE);
      const isHeld = isMoving && event.target.closest?.(HELD) && (event.type === "click" || "Enter ".includes(event.key));
      if (event.repeat || !(isHeld || ((this.behind || isMoving) && (isFree || event.key === "Escape")))) return;
      if (isHeld) {
        event.preventDefault();
        event.stopPropagation();
      }
      if (isMoving) for (const each of this.$el.getAnimations({ subtree: true })) each.finish();
      this.$emit("hurry");
    };
    for (const name of ["click", "keydown"]) document.addEventListener(name, this.hurry, true);
  },
  unmounted() {
    this.sizes.disconnect();
    this.questions.disconnect();
    this.hands.disconnect();
    for (const name of ["click", "keydown"]) document.removeEventListener(name, this.hurry, true);
    document.removeEventListener("keydown", this.digit);
    for (const name of ["pointerover", "focusin"]) document.removeEventListener(name, this.point);
  },
  methods: {
    // Keeps the keyboard focus on its place when the board is redrawn.
    remember() {
      const place = this.$el.contains(document.activeElement) && document.activeElement.dataset.place;
      this.$nextTick(() => {
        [this.about, this.over, this.picked] = [null, undefined, []];
        this.offer();
        if (place) this.$el.querySelector(`[data-place="${place}"][role]`)?.focus();
      });
    },
    // Called before a change: a new move starts where an unfinished one is, and replaces it.
    change() {
      this.remember();
      const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
      if (still || !this.moveMs || !this.$el.getClientRects().length || !this.$el.firstElementChild) return;
      const kind = this.$el.firstElementChild.classList[0];
      const pieces = states(this.named("piece"), this.moveMs);
      const counts = new Map(this.named("count").map((part) => [part.dataset.count, part.textContent]));
      const faces = new Map(this.named("roll").map((part) => [part.dataset.roll, part.dataset.face]));
      this.$nextTick(() => {
        if (this.$el.firstElementChild?.classList[0] !== kind) return; // another game
        const moves = this.named("piece").map((part) => [part, this.move(part, pieces.get(part.dataset.piece))]);
        const running = moves.filter(([, move]) => move).map(([part, move]) => part.animate(...move));
        for (const part of this.named("count")) this.count(part, counts.get(part.dataset.count));
        for (const part of this.named("roll"))
          if (part.dataset.face !== "0" && part.dataset.face !== faces.get(part.dataset.roll))
            running.push(part.animate({ rotate: ["-270deg", "0deg"], scale: [0.7, 1] }, this.how()));
        this.running = running;
        if (this.behind || this.isMoving()) this.hold(running);
      });
    },
    how(duration = this.moveMs) {
      return { duration, easing: EASING };
    },
    // Keeps what is offered out of sight until these animations have ended, or others have replaced them.
    async hold(running) {
      const page = this.$el.closest(".tavolo-page");
      const held = (this.held = Promise.allSettled(running.map((each) => each.finished)));
      page?.toggleAttribute("data-moving", running.length > 0);
      this.offer();
      await held;
      if (this.held !== held) return;
      page?.removeAttribute("data-moving");
      this.offer();
    },
    isMoving() {
      return Boolean(this.$el.closest("[data-moving]"));
    },
    isRunning() {
      return this.running.some((each) => each.playState === "running");
    },
    named(kind) {
      return [...this.$el.querySelectorAll(`[data-${kind}]`)];
    },
    // The move of a piece from its previous position, as arguments of `animate`.
    move(part, before) {
      const homes = before ? [] : [...document.querySelectorAll(`[data-home="${part.dataset.origin}"]`)];
      const home = homes.filter((each) => each.getClientRects().length).at(-1);
      if (!before && !home) return [{ opacity: [0, 1] }, this.how()];
      const [from, to] = [before?.at ?? middle(home), middle(part)];
      const [x, y] = [from.x - to.x, from.y - to.y];
      if (Math.hypot(x, y) < 1) return null;
      const goesOn = before && Math.hypot(before.goal.x - to.x, before.goal.y - to.y) < 1;
      const scale = part.parentElement.getScreenCTM?.()?.a ?? part.currentCSSZoom ?? 1; // an SVG has its own units
      const duration = goesOn ? before.left : this.moveMs;
      return [{ translate: [`${x / scale}px ${y / scale}px`, "0px 0px"] }, this.how(duration)];
    },
    count(part, before) {
      const to = Number(part.textContent);
      let run = this.counting[part.dataset.count];
      if (run?.to !== to) run = { from: Number(before), to, start: performance.now() };
      if (!before || run.from === to || Number.isNaN(run.from + to)) return;
      this.counting[part.dataset.count] = run;
      const step = (now) => {
        const done = Math.min(1, Math.max(0, (now - run.start) / this.moveMs));
        part.textContent = Math.round(run.from + (to - run.from) * done);
        if (done < 1 && part.isConnected) requestAnimationFrame(step);
      };
      step(performance.now());
    },
    offer() {
      const isMoving = this.isMoving();
      for (const part of this.$el.querySelectorAll("[data-place]")) {
        const name = isMoving ? "" : this.offers[part.dataset.place];
        const words = this.costs[part.dataset.place]?.[1];
        const names = { role: "button", tabindex: "0", "aria-label": name, "aria-description": words };
        for (const key in names)
          name && names[key] ? part.setAttribute(key, names[key]) : part.removeAttribute(key);
        part.classList.toggle("offered", Boolean(name));
        part.classList.toggle("pointed", [...this.places(), ...this.picked, this.hinted].includes(part.dataset.place));
      }
      this.$el.classList.toggle("picking", this.picked.length > 1);
      this.tell();
    },
    places() {
      return this.about?.isConnected ? this.about.dataset.about.split(" ") : [];
    },
    // Shows what choices cost where they lie on the board, and what is about to lie there.
    tell() {
      this.told?.remove();
      const places = this.places();
      const own = this.about?.dataset.signs?.split(" ") ?? [];
      const signs = new Map(own.length ? places.map((place, at) => [place, own[at]]) : []);
      if (!own.length) for (const place in this.costs) signs.set(place, this.costs[place][place === this.over ? 1 : 0]);
      const card = places.length ? this.about.querySelector("svg.card") : null;
      const origin = this.$el.getBoundingClientRect();
      const [left, top] = [this.$el.scrollLeft - origin.x, this.$el.scrollTop - origin.y];
      const layer = (this.told = drawn("svg", { class: "told", "aria-hidden": "true" }));
      for (const part of this.named("place")) {
        const name = part.dataset.place, sign = signs.get(name);
        if (!part.getClientRects().length || !(sign || (card && places.includes(name)))) continue;
        const box = (part.querySelector("[data-lands]") ?? part).getBoundingClientRect();
        if (card && places.includes(name)) {
          const ghost = layer.appendChild(card.cloneNode(true));
          const size = { x: box.x + left, y: box.y + top, width: box.width, height: box.height };
          for (const each in size) ghost.setAttribute(each, size[each]);
        }
        const isQuiet = sign === "0" && !places.includes(name);
        if (!sign || isQuiet || part.querySelector("[data-alone]")) continue;
        const isTight = box.width < 9 + 7.5 * sign.length; // its neighbours' may be as near
        const width = isTight ? box.width - 1 : 9 + 7.5 * sign.length;
        const from = isTight ? box.x + 0.5 : box.right - Math.min(width * 0.7, 24);
        const x = Math.max(0, Math.min(from + left, this.$el.clientWidth - width - 4));
        const y = box.y + top - 4;
        const badge = layer.appendChild(drawn("g", { class: `told-sign ${kindOf(sign)}` }));
        badge.append(drawn("rect", { x, y, width, height: 18, rx: 9 }));
        const squeezed = isTight ? { textLength: width - 4, lengthAdjust: "spacingAndGlyphs" } : {};
        badge.append(drawn("text", { x: x + width / 2, y: y + 13.5, ...squeezed }, sign));
      }
      this.$el.append(layer);
      this.stop();
    },
    // Makes what has to be scrolled a stop of the Tab key, unless places in it are: the arrows then scroll it.
    stop() {
      const { scrollWidth, scrollHeight, clientWidth, clientHeight } = this.$el;
      const isCut = scrollWidth > clientWidth || scrollHeight > clientHeight;
      isCut && !this.$el.querySelector("[tabindex]") ? (this.$el.tabIndex = 0) : this.$el.removeAttribute("tabindex");
    },
    click(event) {
      const part = event.target.closest("[data-place]");
      if (!part) return;
      const deed = event.detail ? "point" : "choose"; // a key and a screen reader know what they choose
      // Also where nothing is offered: the server says why, except to a click that hurries.
      if (part.role !== "button") return this.behind || this.isMoving() || this.$emit(deed, part.dataset.place);
      const under = event.clientX ? document.elementsFromPoint(event.clientX, event.clientY) : [part]; // a key has no point
      const alone = under.find((each) => each.closest("[data-alone]"));
      const parts = (alone ? [alone] : under).map((each) => each.closest("[data-place][role=button]") ?? part);
      const found = [...new Set(parts.map((each) => each.dataset.place))];
      this.picked = found;
      this.$emit(deed, found.join(" "));
      this.offer();
    },
    keyDown(event) {
      if (event.repeat || !["Enter", " "].includes(event.key)) return;
      event.preventDefault();
      this.click(event);
    },
  },
};
