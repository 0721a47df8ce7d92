// The two wires of an I2C bus as pins see them: pulled up, and pulled low by any side. The chips on it answer software
// that bit-bangs: MicroPython does so for transfers without bytes, and the board to free a stuck bus.
//
// Source: I2C specification UM10204, sections 3.1.1-3.1.10.
const LOW = 0; // GPIOPinState

export class I2cWires {
  constructor(sda, scl, chips) {
    this.chips = chips;
    this.pins = { sda, scl };
    this.held = false; // whether something pulls the data line low
    this.unfinished = 0; // clocks until a chip that is out of step releases the data line
    this.answerLow = false;
    this.data = this.clock = true;
    this.released = () => {};
    this.idle();
    for (const pin of [sda, scl]) {
      pin.addListener(() => this.update());
      pin.setInputValue(true);
    }
  }

  idle() {
    this.state = "idle";
    this.bits = 0;
    this.shift = 0;
    this.written = [];
    this.answerLow = false;
  }

  get isStuck() {
    return this.held || this.unfinished > 0;
  }

  setFault(held, unfinished) {
    const wasStuck = this.isStuck;
    this.held = held;
    this.unfinished = unfinished;
    this.update();
    if (wasStuck && !this.isStuck) this.released();
  }

  update() {
    const { sda, scl } = this.pins;
    const clock = scl.value !== LOW;
    const data = !(this.held || this.unfinished > 0 || this.answerLow || sda.value === LOW);
    const clockWas = this.clock;
    const dataWas = this.data;
    this.clock = clock;
    this.data = data;
    if (clock !== clockWas) scl.setInputValue(clock);
    if (data !== dataWas) sda.setInputValue(data);
    if (clock && clockWas && data !== dataWas) this.condition(data);
    else if (clock && !clockWas) this.rise(data);
    else if (!clock && clockWas) this.fall();
  }

  /** A change of data while the clock is high: a start or a stop. */
  condition(data) {
    if (this.written.length) this.chips.written(this.address, Uint8Array.from(this.written));
    this.idle();
    if (!data) this.state = "address";
  }

  rise(data) {
    if (this.state === "idle") return;
    this.bits++;
    if (this.bits <= 8) this.shift = (this.shift << 1) | (data ? 1 : 0);
    else if (this.state === "read" && data) this.state = "idle"; // the last byte that the board reads
  }

  fall() {
    if (this.unfinished > 0 && --this.unfinished === 0) this.released();
    if (this.state === "idle") this.answerLow = false;
    else if (this.bits === 8) this.answerLow = this.state !== "read" && this.acknowledges(this.shift);
    else if (this.bits === 9) this.nextByte();
    else if (this.state === "read") this.answerLow = !((this.sending >> (7 - this.bits)) & 1);
    this.update();
  }

  acknowledges(byte) {
    if (this.state === "write") {
      this.written.push(byte);
      return true;
    }
    this.address = byte >> 1;
    if (!this.chips.present(this.address)) {
      this.state = "idle";
      return false;
    }
    this.state = byte & 1 ? "addressed to read" : "addressed to write";
    return true;
  }

  nextByte() {
    this.bits = this.shift = 0;
    this.answerLow = false;
    if (this.state === "addressed to write") this.state = "write";
    if (this.state === "addressed to read") {
      this.state = "read";
      this.chips.beginReading(this.address);
    }
    if (this.state === "read") {
      this.sending = this.chips.nextByte();
      this.answerLow = !(this.sending & 0x80);
    }
  }
}
