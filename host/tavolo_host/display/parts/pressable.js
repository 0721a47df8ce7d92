// HTML from the server in which elements with `data-press` are buttons; its value says which was pressed. Keyboard and
// screen readers find ordinary buttons in it. What has a
// `data-key` keeps the focus when it is redrawn, and stays open if it is a `details`.
const valueOf = (element) => element?.closest("[data-press]")?.dataset.press;

export default {
  template: `<div v-html="html" @pointerdown="pointerDown" @pointerup="pointerUp" @click="press($event.target)"></div>`,
  props: { html: String },
  watch: {
    html: {
      handler() {
        const open = [...this.$el.querySelectorAll("details[open]")].map((each) => each.dataset.key);
        const focused = this.$el.contains(document.activeElement) && document.activeElement.dataset.key;
        this.$nextTick(() => {
          if (focused) this.$el.querySelector(`[data-key="${focused}"]`)?.focus();
          for (const each of this.$el.querySelectorAll("details")) each.open = open.includes(each.dataset.key);
        });
      },
      flush: "pre",
    },
  },
  methods: {
    pointerDown(event) {
      this.touched = event.target;
      this.value = valueOf(event.target);
    },
    // A button redrawn under a finger gets no click event: press the new one if it is the same.
    pointerUp(event) {
      if (this.touched && !this.touched.isConnected && valueOf(event.target) === this.value) this.press(event.target);
      this.touched = null;
    },
    scrollUp() {
      this.$el.scrollTop = 0;
    },
    press(element) {
      const value = valueOf(element);
      if (value !== undefined) this.$emit("press", value);
    },
  },
};
