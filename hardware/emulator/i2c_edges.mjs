// The I2C controller of the RP2040 on real wires: it makes every edge of a transfer, and reads what the other side does
// with the wires: acknowledgements, bits, and a clock held low (stretched).
//
// It may be ahead of the board, which sees nothing of a byte before its end; the rig is with it.
//
// Sources: I2C specification UM10204, sections 3.1.1-3.1.10; RP2040 datasheet, sections 4.3.4 and 4.3.14.
import { I2cController } from "./i2c_controller.mjs";

const READ = 1; // I2CMode
const HOLD_NS = 300; // data changes that long after the clock falls
const STUCK_NS = 1_000_000; // of waiting for a wire; then the board may already do something else
const STUCK_STEP_NS = 20_000; // between two looks
const SLACK_NS = 1000; // of the rig, which ends its steps a little later than asked
const NOW = 0; // a step that the board has to see

export class I2cEdges extends I2cController {
  /** `sda` and `scl` are `Wire`s; `joint` is the `Joint`. */
  constructor(i2c, clock, cycleNs, sda, scl, joint) {
    super(i2c, clock, cycleNs, {}, null);
    Object.assign(this, { sda, scl, joint });
    this.at = 0; // ns of the board's clock
    this.steps = null; // what is still to be done, as a generator of times and wires to wait for, and of NOW
    this.awaited = null; // the wire that has to become high before
    this.since = 0; // when it began to wait for it
    this.isStopping = false;
    this.isAbandoned = false; // the stop is still made, but nobody asks any more
    this.isQueued = false; // a start waits for its end
  }

  perform(steps) {
    this.steps = steps;
    this.proceed();
  }

  /** Take steps until the board has to catch up. */
  proceed() {
    const { clock, joint } = this;
    const horizon = Math.max(clock.nanos, joint.horizon());
    this.at = Math.max(this.at, clock.nanos);
    // The rig would not see edges of a time that it has passed, with the other bus.
    const rigAt = joint.rig.nanos - joint.board.startNs;
    if (rigAt > this.at + SLACK_NS) this.at = rigAt;
    if (this.at > horizon) return this.alarm.schedule(this.at - clock.nanos);
    joint.catchUp(Math.min(this.at, joint.horizon())); // a pixel's edge may be due before it
    while (this.steps) {
      if (this.awaited && !this.awaited.level) {
        const isStuck = this.at - this.since > STUCK_NS;
        this.at = isStuck ? Math.max(this.at, clock.nanos + STUCK_STEP_NS) : joint.waitFor(this.awaited, this.at, horizon);
        if (isStuck || !this.awaited.level) return this.alarm.schedule(this.at - clock.nanos);
      }
      // The rig may be ahead, for the other bus: the wire is free when it was let go, not when this looks.
      if (this.awaited) this.at = Math.max(this.at, this.awaited.since - joint.board.startNs);
      this.awaited = null;
      const { steps } = this;
      const { value, done } = steps.next();
      if (done) {
        if (this.steps === steps) this.steps = null;
        return; // what follows has begun already
      } else if (value === NOW) {
        if (this.at > clock.nanos) return this.alarm.schedule(this.at - clock.nanos);
      } else if (typeof value === "number") {
        this.at += value;
        if (this.at > horizon) return this.alarm.schedule(this.at - clock.nanos);
        joint.catchUp(this.at);
      } else {
        this.awaited = value;
        this.since = this.at;
      }
    }
  }

  start(isRepeated) {
    if (this.isStopping) this.isQueued = true;
    else this.perform(this.starting(isRepeated));
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

  pull(wire, isPulled) {
    wire.pull(isPulled, this.joint.board.startNs + Math.max(this.at, this.clock.nanos));
  }

  *starting(isRepeated) {
    const { sda, scl } = this;
    if (isRepeated) {
      yield HOLD_NS;
      this.pull(sda, false);
    } else if (this.freeAt > this.at) yield this.freeAt - this.at;
    yield this.lowNs();
    this.pull(scl, false);
    yield scl;
    yield sda; // a bus on which data is held low is not free
    if (isRepeated) yield this.highNs();
    this.pull(sda, true);
    yield this.highNs();
    this.pull(scl, true);
    yield NOW;
    this.i2c.completeStart();
  }

  /** A bit, from one fall of the clock to the next; returns the level that it had. */
  *bit(value) {
    const { sda, scl } = this;
    yield HOLD_NS;
    this.pull(sda, !value);
    yield this.lowNs() - HOLD_NS;
    this.pull(scl, false);
    yield scl;
    yield this.highNs();
    const { level } = sda;
    this.pull(scl, true);
    return level;
  }

  *sending(byte, done) {
    for (let mask = 128; mask; mask >>= 1) {
      const value = (byte & mask) !== 0;
      if ((yield* this.bit(value)) !== value) {
        yield NOW;
        this.release();
        this.isSending = false;
        this.i2c.arbitrationLost();
        return;
      }
    }
    const isAcknowledged = !(yield* this.bit(true));
    yield NOW;
    done(isAcknowledged);
  }

  *receiving(goesOn) {
    let byte = 0;
    for (let i = 0; i < 8; i++) byte = (byte << 1) | ((yield* this.bit(true)) ? 1 : 0);
    yield* this.bit(!goesOn);
    yield NOW;
    this.i2c.completeRead(byte);
  }

  *stopping() {
    const { sda, scl } = this;
    this.isStopping = true;
    this.isAbandoned = this.isQueued = false;
    yield HOLD_NS;
    this.pull(sda, true);
    yield this.lowNs() - HOLD_NS;
    this.pull(scl, false);
    yield scl;
    yield this.highNs();
    this.pull(sda, false);
    this.freeAt = this.at + this.bitNs();
    yield NOW;
    this.isStopping = false;
    if (!this.isAbandoned) this.i2c.completeStop();
    else if (this.isQueued) this.perform(this.starting(false));
  }

  /** Forget the transfer; but a stop condition, which the firmware does not wait for after a read, is still made. */
  release() {
    if (!this.scl) return; // while the parts are being made
    this.isQueued = false;
    this.isAbandoned = this.isStopping && (!this.awaited || this.awaited.level);
    if (this.isAbandoned) return;
    super.release();
    this.isStopping = false;
    this.steps = this.awaited = null;
    this.pull(this.sda, false);
    this.pull(this.scl, false);
  }
}
