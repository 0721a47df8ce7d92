// The I2C controller of the RP2040 on real wires: it makes every edge of a transfer, and reads what the other side does
// with the wires: acknowledgements, bits, and a clock held low (stretched).
//
// Sources: I2C specification UM10204, sections 3.1.1-3.1.10; RP2040 datasheet, sections 4.3.4 and 4.3.14.
import { I2cController } from "./i2c_controller.mjs";

const READ = 1; // I2CMode
const HOLD_NS = 300; // data changes that long after the clock falls

export class I2cEdges extends I2cController {
  /** `sda` and `scl` are `Wire`s; `rig` (a `Joint`) has the other side follow. */
  constructor(i2c, clock, cycleNs, sda, scl, joint) {
    super(i2c, clock, cycleNs, {}, null);
    Object.assign(this, { sda, scl, joint });
    this.steps = null; // the rest of what goes on, as a generator of times and wires
    this.awaited = null; // the wire that has to become high before
  }

  perform(steps) {
    this.steps = steps;
    this.proceed();
  }

  /** Take steps until one needs time. */
  proceed() {
    this.joint.catchUp();
    while (this.steps) {
      if (this.awaited && !this.awaited.level) {
        this.alarm.schedule(this.joint.waitFor(this.awaited));
        return;
      }
      this.awaited = null;
      const { steps } = this;
      const { value, done } = steps.next();
      if (done) {
        if (this.steps === steps) this.steps = null;
      } else if (typeof value === "number") {
        this.alarm.schedule(value);
        return;
      } else this.awaited = value;
    }
  }

  start(isRepeated) {
    this.perform(this.starting(isRepeated));
  }

  connect(address, mode) {
    this.perform(this.sending((address << 1) | (mode === READ ? 1 : 0), (answer) => this.i2c.completeConnect(answer)));
  }

  write(value) {
    this.isSending = true;
    this.perform(this.sending(value, (answer) => this.wrote(answer)));
  }

  read(goesOn) {
    this.perform(this.receiving(goesOn));
  }

  stop() {
    this.perform(this.stopping());
  }

  *starting(isRepeated) {
    const { sda, scl } = this;
    if (isRepeated) {
      yield HOLD_NS;
      sda.pull(false);
    } else {
      const wait = this.freeAt - this.clock.nanos;
      if (wait > 0) yield wait;
    }
    yield this.lowNs();
    scl.pull(false);
    yield scl;
    yield sda; // a bus on which data is held low is not free
    if (isRepeated) yield this.highNs();
    sda.pull(true);
    yield this.highNs();
    scl.pull(true);
    this.i2c.completeStart();
  }

  /** A bit, from one fall of the clock to the next; returns the level that it had. */
  *bit(value) {
    const { sda, scl } = this;
    yield HOLD_NS;
    sda.pull(!value);
    yield this.lowNs() - HOLD_NS;
    scl.pull(false);
    yield scl;
    yield this.highNs();
    const { level } = sda;
    scl.pull(true);
    return level;
  }

  *sending(byte, done) {
    for (let mask = 128; mask; mask >>= 1) {
      const value = (byte & mask) !== 0;
      if ((yield* this.bit(value)) !== value) {
        this.release();
        this.isSending = false;
        this.i2c.arbitrationLost();
        return;
      }
    }
    done(!(yield* this.bit(true)));
  }

  *receiving(goesOn) {
    let byte = 0;
    for (let i = 0; i < 8; i++) byte = (byte << 1) | ((yield* this.bit(true)) ? 1 : 0);
    yield* this.bit(!goesOn);
    this.i2c.completeRead(byte);
  }

  *stopping() {
    const { sda, scl } = this;
    yield HOLD_NS;
    sda.pull(true);
    yield this.lowNs() - HOLD_NS;
    scl.pull(false);
    yield scl;
    yield this.highNs();
    sda.pull(false);
    this.freeAt = this.clock.nanos + this.bitNs();
    this.i2c.completeStop();
  }

  release() {
    if (!this.scl) return; // while the parts are being made
    this.steps = this.awaited = null;
    this.sda.pull(false);
    this.scl.pull(false);
  }
}
