// What happened, as the server writes it; a button in it asks for the reasons of whoever did that.
export default {
  template: `<div class="log-body" role="log" :aria-label="label" tabindex="0" v-html="html" @click="click"></div>`,
  props: { html: String, label: String },
  watch: { html: { handler: "remember", flush: "pre" } },
  methods: {
    // Before it is written anew: who was at a button with the keyboard, stays there.
    remember() {
      const number = this.$el.contains(document.activeElement) && document.activeElement.dataset.why;
      if (number) this.$nextTick(() => this.$el.querySelector(`[data-why="${number}"]`)?.focus());
    },
    click(event) {
      const number = event.target.closest("[data-why]")?.dataset.why;
      if (number) this.$emit("why", Number(number));
    },
  },
};
