// HTML as the server writes it, in which what bears `data-press` is a button. Keyboard and reader of the screen find
// ordinary buttons in it; which was pressed is told by the value of `data-press`.
export default {
  template: `<div v-html="html" @pointerdown="down = value($event.target)" @click="click"></div>`,
  props: { html: String },
  methods: {
    value(element) {
      return element?.closest("[data-press]")?.dataset.press;
    },
    // A button that was written anew under a finger gets no click: what stands there now is the same one, or nothing.
    click(event) {
      let value = this.value(event.target);
      if (value === undefined && this.value(document.elementFromPoint(event.clientX, event.clientY)) === this.down)
        value = this.down;
      if (value !== undefined) this.$emit("press", value);
    },
  },
};
