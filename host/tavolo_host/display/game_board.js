// The drawn board of a game: the server draws it, and says which of its places are buttons, with their names.
export default {
  template: `<section class="game-panel" :aria-label="label" v-html="html"
    @click="click" @keydown="keyDown"></section>`,
  props: { html: String, offers: Object, hinted: String, label: String },
  watch: {
    html: { handler: "remember", flush: "pre" },
    offers: { handler: "remember", flush: "pre" },
    hinted: { handler: "remember", flush: "pre" },
  },
  mounted() {
    this.about = undefined; // the place that somebody points at, wherever on the page
    this.offer();
    // What stands beside the board points at its places.
    this.point = (event) => {
      this.about = event.target.closest?.("[data-about]")?.dataset.about;
      this.offer();
    };
    for (const name of ["pointerover", "focusin"]) document.addEventListener(name, this.point);
    // A digit is the choice at that place in the row.
    this.digit = (event) => {
      if (event.repeat || event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input")) return;
      if (/^[1-9]$/.test(event.key)) document.querySelectorAll(".choice-button")[event.key - 1]?.click();
    };
    document.addEventListener("keydown", this.digit);
  },
  unmounted() {
    document.removeEventListener("keydown", this.digit);
    for (const name of ["pointerover", "focusin"]) document.removeEventListener(name, this.point);
  },
  methods: {
    // Before a board is drawn anew: who was at a place of it with the keyboard, stays there.
    remember() {
      const place = this.$el.contains(document.activeElement) && document.activeElement.dataset.place;
      this.$nextTick(() => {
        this.about = undefined;
        this.offer();
        if (place) this.$el.querySelector(`[data-place="${place}"][role]`)?.focus();
      });
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
      if (part?.getAttribute("role") === "button") this.$emit("choose", part.dataset.place);
    },
    keyDown(event) {
      if (event.repeat || !["Enter", " "].includes(event.key)) return;
      event.preventDefault();
      this.click(event);
    },
  },
};
