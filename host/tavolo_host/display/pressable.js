// HTML as the server writes it, in which what bears `data-press` is a button. Keyboard and reader of the screen find
// ordinary buttons in it; which was pressed is told by the value of `data-press`.
const valueOf = (element) => element?.closest("[data-press]")?.dataset.press;

export default {
  template: `<div v-html="html" @pointerdown="pointerDown" @pointerup="pointerUp" @click="press($event.target)"></div>`,
  props: { html: String },
  methods: {
    pointerDown(event) {
      this.touched = event.target;
      this.value = valueOf(event.target);
    },
    // A button that was written anew under a finger gets no click: what stands there now is the same one, or nothing.
    pointerUp(event) {
      if (this.touched && !this.touched.isConnected && valueOf(event.target) === this.value) this.press(event.target);
      this.touched = null;
    },
    press(element) {
      const value = valueOf(element);
      if (value !== undefined) this.$emit("press", value);
    },
  },
};
