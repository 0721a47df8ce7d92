// The table on the page: the drawing comes from the server; lights and seats change in place.
// A canvas over the drawing shows a soft halo around every lit pixel.
const HALO = 3.3; // radius of a halo, in radii of its pixel

export default {
  template: `
    <div class="table-stage">
      <div class="table-holder" v-html="drawing"
        @pointerdown="press" @pointerup="release" @pointercancel="release"
        @keydown="keyDown" @keyup="keyUp" @click="click"></div>
      <canvas aria-hidden="true"></canvas>
    </div>`,
  props: { drawing: String, width: Number, dark: Number },
  mounted() {
    this.pixels = [...this.$el.querySelectorAll("[data-pixel]")].sort((a, b) => a.dataset.pixel - b.dataset.pixel);
    this.colours = this.pixels.map(() => this.dark);
    this.seats = [...this.$el.querySelectorAll("[data-seat]")];
    this.halos = new Map();
    this.held = null;
    this.observer = new ResizeObserver(() => this.fit());
    this.observer.observe(this.$el.querySelector("svg"));
    this.fit();
  },
  unmounted() {
    this.observer.disconnect();
  },
  methods: {
    // changes: pixel, colour, pixel, colour ... (colour as 0xRRGGBB)
    light(changes) {
      for (let at = 0; at < changes.length; at += 2) {
        const colour = changes[at + 1];
        this.colours[changes[at]] = colour;
        this.pixels[changes[at]].setAttribute("fill", "#" + colour.toString(16).padStart(6, "0"));
      }
      this.paintHalos();
    },
    // seats: a list of [seat, changes], with the names of `seat_looks` on the server
    dress(seats) {
      for (const [number, look] of seats) this.dressSeat(this.seats[number], look);
    },
    dressSeat(seat, look) {
      const find = (name) => seat.querySelector(name);
      if ("classes" in look) seat.setAttribute("class", "seat " + look.classes);
      if ("name" in look) find(".plate-name").textContent = look.name;
      if ("card" in look) find(".slot-card").innerHTML = look.card;
      if ("laid" in look) find(".laid").innerHTML = look.laid;
      if ("mine" in look) seat.querySelectorAll(".key").forEach((key) => this.offer(key, look.mine));
      if ("sit" in look) this.offer(find(".plate"), look.sit);
    },
    // makes a part of the drawing a button, or no longer one
    offer(part, wanted) {
      const names = { role: "button", tabindex: "0", "aria-label": part.dataset.label };
      for (const name in names) wanted ? part.setAttribute(name, names[name]) : part.removeAttribute(name);
    },
    fit() {
      const canvas = this.$el.querySelector("canvas");
      const box = this.$el.querySelector("svg").getBoundingClientRect();
      const ratio = window.devicePixelRatio || 1;
      canvas.width = Math.round(box.width * ratio);
      canvas.height = Math.round(box.height * ratio);
      this.halos.clear();
      this.paintHalos();
    },
    paintHalos() {
      const canvas = this.$el.querySelector("canvas");
      const brush = canvas.getContext("2d");
      const scale = canvas.width / this.width;
      if (!scale) return; // it is hidden
      brush.clearRect(0, 0, canvas.width, canvas.height);
      brush.globalCompositeOperation = "lighter";
      this.pixels.forEach((pixel, number) => {
        if (this.colours[number] === this.dark) return;
        const radius = pixel.r.baseVal.value * HALO * scale;
        const halo = this.haloOf(this.colours[number], Math.ceil(radius));
        const x = pixel.cx.baseVal.value * scale;
        const y = pixel.cy.baseVal.value * scale;
        brush.drawImage(halo, x - halo.width / 2, y - halo.height / 2);
      });
    },
    haloOf(colour, radius) {
      const name = colour * 1024 + radius;
      if (this.halos.has(name)) return this.halos.get(name);
      if (this.halos.size > 300) this.halos.clear();
      const halo = document.createElement("canvas");
      halo.width = halo.height = 2 * radius;
      const brush = halo.getContext("2d");
      const [red, green, blue] = [colour >> 16, (colour >> 8) & 255, colour & 255];
      const shade = (part) => `rgba(${red},${green},${blue},${part})`;
      const fade = brush.createRadialGradient(radius, radius, 0, radius, radius, radius);
      fade.addColorStop(0, `rgba(255,255,255,0.5)`);
      fade.addColorStop(0.18, shade(0.42));
      fade.addColorStop(0.33, shade(0.36));
      fade.addColorStop(0.55, shade(0.13));
      fade.addColorStop(1, shade(0));
      brush.fillStyle = fade;
      brush.fillRect(0, 0, 2 * radius, 2 * radius);
      this.halos.set(name, halo);
      return halo;
    },
    offered(event, name) {
      const part = event.target.closest(`[data-${name}]`);
      return part && part.getAttribute("role") === "button" ? part : null;
    },
    touch(key, down) {
      const seat = Number(key.closest("[data-seat]").dataset.seat);
      this.$emit("touch", { seat, key: Number(key.dataset.key), down });
    },
    press(event) {
      const key = this.offered(event, "key");
      if (!key) return;
      key.setPointerCapture(event.pointerId);
      this.touch(key, true);
    },
    release(event) {
      const key = this.offered(event, "key");
      if (key) this.touch(key, false);
    },
    keyDown(event) {
      if (event.repeat || !["Enter", " "].includes(event.key)) return;
      const key = this.offered(event, "key");
      if (key) this.touch(key, true);
      const plate = this.offered(event, "sit");
      if (plate) this.$emit("sit", { seat: Number(plate.dataset.sit) });
      if (key || plate) event.preventDefault();
    },
    keyUp(event) {
      if (["Enter", " "].includes(event.key)) this.release(event);
    },
    click(event) {
      const plate = this.offered(event, "sit");
      if (plate) this.$emit("sit", { seat: Number(plate.dataset.sit) });
      const card = event.target.closest("[data-lift]");
      if (card) this.$emit("lift", { seat: Number(card.dataset.lift) });
    },
  },
};
