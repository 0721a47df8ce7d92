// HTML from the server in which elements with `data-press` are buttons; its value says which was pressed. Keyboard and
// screen readers find ordinary buttons in it. What has a
// `data-key` keeps the focus when it is redrawn, and stays open if it is a `details`.
//
// Where it `lifts`, a finger's first tap on one of several that are too close to each other only lifts it, so that it is
// seen which one it is; the second tap presses it, and so does a flick upwards. Other ways to press need no second one.
// It stays lifted until then, or until another thing is touched, there are others to press, or it means something else.
const FINGER_PX = 44;
const FLICK_PX = 30;
const valueOf = (element) => element?.closest("[data-press]")?.dataset.press;

export default {
  template: `<div v-html="html" @pointerdown="pointerDown" @pointerup="pointerUp" @click="click"></div>`,
  props: { html: String, lifts: Boolean },
  watch: {
    html: {
      handler() {
        const open = [...this.$el.querySelectorAll("details[open]")].map((each) => each.dataset.key);
        const focused = this.$el.contains(document.activeElement) && document.activeElement.dataset.key;
        const before = this.meaning();
        this.$nextTick(() => {
          if (focused) this.$el.querySelector(`[data-key="${focused}"]`)?.focus();
          for (const each of this.$el.querySelectorAll("details")) each.open = open.includes(each.dataset.key);
          this.lift(this.meaning() === before ? this.lifted : undefined);
        });
      },
      flush: "pre",
    },
  },
  mounted() {
    this.drop = (event) => {
      if (!this.$el.contains(event.target)) this.lift();
    };
    if (this.lifts) document.addEventListener("pointerdown", this.drop);
  },
  unmounted() {
    document.removeEventListener("pointerdown", this.drop);
  },
  methods: {
    pointerDown(event) {
      this.touched = event.target;
      this.value = valueOf(event.target);
      this.finger = event.pointerType === "touch" ? event : null;
    },
    // A button redrawn under a finger gets no click event: press the new one if it is the same.
    pointerUp(event) {
      const up = this.finger ? this.finger.clientY - event.clientY : 0;
      const isFlick = this.lifts && up > FLICK_PX && up > Math.abs(this.finger.clientX - event.clientX);
      if (isFlick && this.value !== undefined) {
        this.lift();
        this.$emit("press", this.value);
      }
      if (!isFlick && this.touched && !this.touched.isConnected && valueOf(event.target) === this.value) this.press(event.target);
      this.touched = null;
    },
    click(event) {
      if (!event.detail) this.finger = null; // by the keyboard or a screen reader
      this.press(event.target);
      this.finger = null;
    },
    all() {
      return [...this.$el.querySelectorAll("[data-press]")];
    },
    // Lift the one at this index, or none; values do not tell two cards apart that are alike.
    lift(index) {
      if (!this.lifts) return;
      this.lifted = index;
      const all = this.all();
      for (const [at, each] of all.entries()) {
        each.style.setProperty("--at", at / Math.max(1, all.length - 1)); // from the first to the last
        each.classList.toggle("lifted", at === index);
        each.ariaCurrent = at === index ? "true" : null;
      }
    },
    // What can be pressed, and the words above the one that is lifted.
    meaning() {
      const all = this.all();
      return [all[this.lifted]?.dataset.lifted, ...all.map((each) => each.dataset.press)].join("\n");
    },
    isCrowded() {
      const [left, next] = this.all().map((each) => each.offsetLeft);
      return next - left < FINGER_PX;
    },
    scrollUp() {
      this.$el.scrollTop = 0;
    },
    press(element) {
      const value = valueOf(element);
      const index = this.all().indexOf(element.closest("[data-press]"));
      const isToBeSeen = this.lifts && this.finger && index !== this.lifted && this.isCrowded();
      this.lift(isToBeSeen ? index : undefined);
      if (!isToBeSeen && value !== undefined) this.$emit("press", value);
    },
  },
};
