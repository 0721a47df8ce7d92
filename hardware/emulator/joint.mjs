// Two Picos joined pin by pin in one simulated time: the board under test and the rig.
//
// The board leads. Before it acts on a wire, or looks at one, the rig catches up to that moment, and sees every edge at
// its time. Where the board cannot act before a time, the horizon, its bus controllers and the rig may run ahead of it.
import { EdgeFile, reportTransfers } from "./edges.mjs";
import { I2cEdges } from "./i2c_edges.mjs";
import { Wire } from "./wire.mjs";

const BOARD = 0;
const RIG = 1;
const GPIO_IN = 4; // of SIO
const STEP_NS = 1_000_000; // the rig is never further behind
const AHEAD_NS = 100_000; // nor ahead
const LEAST_NS = 64; // between two looks at a wire that is held

export class Joint {
  /**
   * `plan` is { buses: [[sda, scl], ...], pixels: [pin, ...], reset: pin }: the same pins on both sides, `reset` the rig's.
   * With `edges`, a folder, every edge is written to files there, and each step of a controller's transfers reported.
   */
  constructor(board, rig, plan) {
    Object.assign(this, { board, rig });
    this.buses = plan.buses.map((pins) => pins.map((pin) => [pin, new Wire(true)]));
    this.wires = [...this.buses.flat(), ...plan.pixels.map((pin) => [pin, new Wire(false)])];
    this.reset = new Wire(true); // to the board's RUN
    this.resetPin = plan.reset;
    this.isWired = true;
    this.reset.changed = (level) => (level ? board.letGo() : board.hold());
    board.booted = () => this.joinBoard();
    rig.booted = () => this.joinRig();
    board.went = () => this.leave(BOARD);
    rig.went = () => this.leave(RIG);
    this.files = plan.edges ? this.edgeFiles(plan.edges) : [];
    this.isRecorded = this.files.length > 0;
  }

  /** A file for each bus and each line. */
  edgeFiles(folder) {
    const pixels = this.wires.slice(2 * this.buses.length);
    return [
      ...this.buses.map((pins, bus) => new EdgeFile(`${folder}/i2c${bus}.vcd`, pins.map(([, wire]) => wire), ["sda", "scl"])),
      ...pixels.map(([pin, wire]) => new EdgeFile(`${folder}/gp${pin}.vcd`, [wire], ["din"])),
      new EdgeFile(`${folder}/run.vcd`, [this.reset], ["run"]),
    ];
  }

  joinBoard() {
    const { board, buses } = this;
    const { mcu } = board;
    for (const [pin, wire] of this.wires) wire.join(BOARD, mcu.gpio[pin], () => this.catchUp(board.pio.edge));
    buses.forEach(([[, sda], [, scl]], bus) => new I2cEdges(mcu.i2c[bus], mcu.clock, () => board.cycleNs, sda, scl, this));
    if (this.isRecorded) mcu.i2c.forEach((i2c, bus) => reportTransfers(i2c, (...step) => board.handlers.transferred(bus, board.nanos, ...step)));
    const read = mcu.sio.readUint32.bind(mcu.sio);
    mcu.sio.readUint32 = (offset) => {
      if (offset === GPIO_IN) this.catchUp();
      return read(offset);
    };
  }

  joinRig() {
    const { rig } = this;
    if (!this.isWired) return;
    const { gpio } = rig.mcu;
    const edge = () => rig.startNs + rig.pio.edge;
    for (const [pin, wire] of this.wires) wire.join(RIG, gpio[pin], edge);
    this.reset.join(RIG, gpio[this.resetPin], edge);
  }

  leave(side) {
    const { nanos } = side === BOARD ? this.board : this.rig;
    for (const [, wire] of this.wires) {
      if (side === BOARD) wire.isPulled = false; // its controllers are gone too
      wire.leave(side, nanos);
    }
    if (side === RIG) this.reset.leave(side, nanos);
  }

  /** Join the rig's pins to the wires, or take them away. */
  setWired(isWired) {
    this.isWired = isWired;
    if (!isWired) this.leave(RIG);
    else if (this.rig.isOn) this.joinRig();
  }

  /** Let the rig follow to a time of the board's clock, now unless told; return it, of the common clock. */
  catchUp(at = this.board.mcu.clock.nanos) {
    const nanos = this.board.startNs + at;
    if (this.rig.nanos < nanos) this.rig.run(nanos);
    return nanos;
  }

  /** Until when the board itself changes no wire, as far as can be known: a time of its clock. */
  horizon() {
    return Math.min(this.board.pio.due, this.board.mcu.clock.nanos + AHEAD_NS);
  }

  /** Let the rig run until a wire is high, at most to the horizon; return the time, of the board's clock. */
  waitFor(wire, at, horizon) {
    const { board, rig } = this;
    const { changed } = wire;
    wire.changed = () => { rig.pauses = true; };
    this.catchUp(Math.min(horizon, this.horizon()));
    wire.changed = changed;
    rig.pauses = false;
    return wire.level ? Math.max(at, rig.nanos - board.startNs) : Math.max(at + LEAST_NS, rig.nanos - board.startNs);
  }

  /** Let time pass for both, until `end`. */
  run(end) {
    while (this.board.nanos < end) {
      const step = Math.min(end, this.board.nanos + STEP_NS);
      this.board.run(step);
      if (this.rig.nanos < step) this.rig.run(step);
    }
    for (const file of this.files) file.write(end);
  }
}
