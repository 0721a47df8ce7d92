// The drawn board of a game: the server draws it, and says which of its places are buttons, with their names.
//
// Changes are animated, unless the user prefers reduced motion: a `data-piece` moves from its previous position, a new
// one from its `data-origin` (the last visible `data-home` of that name); a `data-count` counts to its new number; a
// `data-roll` turns when its `data-face` changes.
//
// While the board is `behind` and shows what has happened, a click or a key that does nothing else goes on at once.
const ACTIVE = "button, a, input, select, summary, [role=button]";
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

export default {
  template: `<section class="game-panel" :aria-label="label" :data-behind="behind || null" v-html="html"
    @click="click" @keydown="keyDown"></section>`,
  props: { html: String, offers: Object, hinted: String, behind: String, label: String, moveMs: Number },
  watch: {
    html: { handler: "change", flush: "pre" },
    offers: { handler: "remember", flush: "pre" },
    hinted: { handler: "remember", flush: "pre" },
  },
  mounted() {
    this.about = undefined; // the place under the pointer or focus, anywhere on the page
    this.offer();
    this.counting = {};
    // Elements beside the board point at its places.
    this.point = (event) => {
      this.about = event.target.closest?.("[data-about]")?.dataset.about;
      this.offer();
    };
    for (const name of ["pointerover", "focusin"]) document.addEventListener(name, this.point);
    // A digit takes the choice at that position.
    this.digit = (event) => {
      if (event.repeat || event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input")) return;
      if (/^[1-9]$/.test(event.key)) document.querySelectorAll(".choice-button")[event.key - 1]?.click();
    };
    document.addEventListener("keydown", this.digit);
    this.hurry = (event) => {
      const isFree = (event.type === "click" || event.key === " ") && !event.target.closest?.(ACTIVE);
      if (this.behind && !event.repeat && (isFree || event.key === "Escape")) this.$emit("hurry");
    };
    for (const name of ["click", "keydown"]) document.addEventListener(name, this.hurry);
  },
  unmounted() {
    for (const name of ["click", "keydown"]) document.removeEventListener(name, this.hurry);
    document.removeEventListener("keydown", this.digit);
    for (const name of ["pointerover", "focusin"]) document.removeEventListener(name, this.point);
  },
  methods: {
    // Keeps the keyboard focus on its place when the board is redrawn.
    remember() {
      const place = this.$el.contains(document.activeElement) && document.activeElement.dataset.place;
      this.$nextTick(() => {
        this.about = undefined;
        this.offer();
        if (place) this.$el.querySelector(`[data-place="${place}"][role]`)?.focus();
      });
    },
    // Called before a change: a new move starts where an unfinished one is, and replaces it.
    change() {
      this.remember();
      const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
      if (still || !this.$el.getClientRects().length || !this.$el.firstElementChild) return;
      const kind = this.$el.firstElementChild.classList[0];
      const pieces = states(this.named("piece"), this.moveMs);
      const counts = new Map(this.named("count").map((part) => [part.dataset.count, part.textContent]));
      const faces = new Map(this.named("roll").map((part) => [part.dataset.roll, part.dataset.face]));
      this.$nextTick(() => {
        if (this.$el.firstElementChild?.classList[0] !== kind) return; // another game
        const moves = this.named("piece").map((part) => [part, this.move(part, pieces.get(part.dataset.piece))]);
        for (const [part, move] of moves) if (move) part.animate(...move);
        for (const part of this.named("count")) this.count(part, counts.get(part.dataset.count));
        for (const part of this.named("roll"))
          if (part.dataset.face !== "0" && part.dataset.face !== faces.get(part.dataset.roll))
            part.animate({ rotate: ["-270deg", "0deg"], scale: [0.7, 1] }, this.how());
      });
    },
    how(duration = this.moveMs) {
      return { duration, easing: EASING };
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
      for (const part of this.$el.querySelectorAll("[data-place]")) {
        const name = this.offers[part.dataset.place];
        const names = { role: "button", tabindex: "0", "aria-label": name };
        for (const key in names) name ? part.setAttribute(key, names[key]) : part.removeAttribute(key);
        part.classList.toggle("offered", Boolean(name));
        part.classList.toggle("pointed", [this.about, this.hinted].includes(part.dataset.place));
      }
    },
    click(event) {
      const part = event.target.closest("[data-place]");
      // Also where nothing is offered: the server says why, except to a click that hurries.
      if (part && (part.role === "button" || !this.behind)) this.$emit("choose", part.dataset.place);
    },
    keyDown(event) {
      if (event.repeat || !["Enter", " "].includes(event.key)) return;
      event.preventDefault();
      this.click(event);
    },
  },
};
