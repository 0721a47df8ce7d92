// A wire between pins of two Picos: low when any side pulls it low; otherwise high if a side drives it or it is pulled up.
const LOW = 0; // GPIOPinState
const HIGH = 1;
const I2C = 3; // of a pin's functions

export class Wire {
  constructor(isPulledUp) {
    this.isPulledUp = isPulledUp;
    this.level = isPulledUp;
    this.isPulled = false; // low, by a controller of side 0, if the pin is its own
    this.since = 0; // when it changed last (ns)
    this.pins = [null, null];
    this.changed = () => {}; // called with the new level
    this.record = null; // called with the time of every edge and the new level, if there is one
  }

  /** Join a pin of a side (0, 1), in place of an earlier one; `before`, called before it acts, returns the time (ns). */
  join(side, gpio, before) {
    this.pins[side] = gpio;
    gpio.addListener(() => {
      if (this.pins[side] !== gpio) return;
      this.update(before());
    });
    gpio.setInputValue(this.level); // it drives nothing yet
  }

  leave(side, nanos) {
    this.pins[side] = null;
    this.update(nanos);
  }

  pull(isPulled, nanos) {
    this.isPulled = isPulled;
    this.update(nanos);
  }

  update(nanos) {
    const [a, b] = this.pins;
    const first = a?.value;
    const second = b?.value;
    const isLow = (this.isPulled && a?.functionSelect === I2C) || first === LOW || second === LOW;
    const level = !isLow && (this.isPulledUp || first === HIGH || second === HIGH);
    if (level === this.level) return;
    this.level = level;
    this.since = nanos;
    this.record?.(nanos, level);
    a?.setInputValue(level);
    b?.setInputValue(level);
    this.changed(level);
  }
}
