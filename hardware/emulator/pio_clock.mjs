// The clock of the PIO state machines: steps each machine in simulated time, when its next instruction is due.
//
// rp2040js runs them off the wall clock; that is switched off. A waiting machine costs nothing. When its condition is
// met it continues at the next edge of its own divided clock, as on the chip.
const CTRL = 0;
const SHIFTCTRL = 0x08; // of a machine
const FORCE = 0x10; // the same, for an instruction to execute at once
const JOINS = 0xc0000000; // joining the queues, or parting them, empties both; rp2040js keeps them, and their depth

export class PioClock {
  /** `edge` is the time (ns) of the current instruction, and so of its pin changes. */
  constructor(mcu, cycleNs) {
    this.clock = mcu.clock;
    this.cycleNs = cycleNs;
    this.due = Infinity; // when the next instruction of any machine is
    this.edge = 0;
    this.stepping = null;
    this.machines = [];
    for (const pio of mcu.pio) this.take(pio);
  }

  take(pio) {
    pio.run = () => {};
    for (const machine of pio.machines) {
      machine.due = Infinity;
      machine.lastEdge = 0;
      machine.clkDivRestart = () => { machine.lastEdge = this.clock.nanos; };
      const checkWait = machine.checkWait.bind(machine);
      machine.checkWait = () => {
        if (!machine.waiting) return;
        checkWait();
        if (!machine.waiting && machine !== this.stepping) this.woken(machine);
      };
      const writeMachine = machine.writeUint32.bind(machine);
      machine.writeUint32 = (offset, value) => {
        const wasWaiting = machine.waiting;
        if (offset === SHIFTCTRL && (value ^ machine.shiftCtrl) & JOINS) this.empty(machine);
        if (offset === FORCE) machine.waiting = false; // the chip leaves the wait; rp2040js would go on with it
        writeMachine(offset, value);
        if (offset === FORCE && wasWaiting && !machine.waiting) this.resumed(machine);
      };
      this.machines.push(machine);
    }
    const write = pio.writeUint32.bind(pio);
    pio.writeUint32 = (offset, value) => {
      write(offset, value);
      if (offset === CTRL) pio.machines.forEach((machine) => this.switched(machine));
    };
  }

  empty(machine) {
    machine.txFIFO.reset();
    machine.rxFIFO.reset();
    machine.updateDMATx();
    machine.updateDMARx();
  }

  cycle(machine) {
    return this.cycleNs() * ((machine.clockDivInt || 65536) + machine.clockDivFrac / 256);
  }

  switched(machine) {
    if (!machine.enabled || machine.waiting) machine.due = Infinity;
    else if (machine.due === Infinity) {
      machine.lastEdge = this.clock.nanos;
      machine.due = machine.lastEdge + this.cycle(machine);
    }
    this.plan();
  }

  woken(machine) {
    this.resumed(machine, Math.max(0, machine.waitDelay));
  }

  /** The machine's next instruction is due at its next clock, and `delay` later. */
  resumed(machine, delay = 0) {
    if (!machine.enabled) return;
    const now = this.stepping ? this.edge : this.clock.nanos;
    const cycle = this.cycle(machine);
    const edge = machine.lastEdge + Math.ceil((now - machine.lastEdge) / cycle) * cycle;
    machine.lastEdge = edge;
    machine.due = edge + (1 + delay) * cycle;
    this.plan();
  }

  plan() {
    this.due = Infinity;
    for (const machine of this.machines) if (machine.due < this.due) this.due = machine.due;
  }

  /** Execute every instruction that is due by now. */
  advance(now) {
    while (this.due <= now) {
      for (const machine of this.machines) if (machine.due === this.due) this.step(machine);
      this.plan();
    }
    this.edge = now;
  }

  step(machine) {
    const before = machine.cycles;
    this.edge = machine.lastEdge = machine.due;
    this.stepping = machine;
    machine.step();
    this.stepping = null;
    machine.pio.checkChangedPins();
    if (machine.waiting || !machine.enabled) machine.due = Infinity;
    else machine.due = machine.lastEdge + Math.max(1, machine.cycles - before) * this.cycle(machine);
  }
}
