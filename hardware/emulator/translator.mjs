// Translates the processor's code into JavaScript, a run of instructions at a time, so that the emulator is quick.
//
// A translated run touches registers, flags, RAM and flash by itself, and peripherals through `io` (quick_core.mjs), which
// sets the clock before and says when the run has to stop after. Before everything else (boot ROM, waiting, interrupts' own
// instructions) it stops, and rp2040js executes that one instruction. Cycles are the same as rp2040js counts.
import { Instructions } from "./instructions.mjs";
import { PC, reg } from "./run.mjs";

const LONGEST = 48; // instructions in a run

/** Follow the code from its start until the run ends. */
class Translation extends Instructions {
  translate() {
    while (!this.ends) {
      if (this.visited.size === LONGEST || this.visited.has(this.at) || this.at >>> 24 !== this.start >>> 24) {
        this.end(this.at | 0, 0);
        break;
      }
      this.visited.add(this.at);
      this.first = Math.min(this.first, this.at);
      this.last = Math.max(this.last, this.at);
      this.cost = 1;
      this.next = this.at + 2;
      if (!this.instruction(this.halfword(this.at))) {
        this.lines.push(this.giveUp());
        break;
      }
      this.cycles += this.cost;
      this.at = this.next;
    }
    return this;
  }
}

/**
 * Translate the code at `start`: { run, most, first, last }. `run(core, R, memory views..., io, budget)` executes it
 * and returns the cycles it took, less than `budget` when `most` is; 0 if the first instruction is not ours.
 */
export function translate(start, halfword) {
  const code = new Translation(start, halfword).translate();
  const names = [...code.used].filter((number) => number !== PC).sort((a, b) => a - b);
  const most = code.cycles + 4;
  const load = names.map((number) => `let ${reg(number)} = R[${number}] | 0;`).join(" ");
  const keep = names.map((number) => `R[${number}] = ${reg(number)};`).join(" ");
  const body = `
    ${load}
    let n = core.N, z = core.Z, c = core.C, v = core.V, a = 0, b = 0, t = 0, pc = 0, cycles = 0;
    out: for (;;) {
      ${code.lines.join("\n      ").replaceAll("MOST", most)}
    }
    ${keep} R[15] = pc;
    core.N = n; core.Z = z; core.C = c; core.V = v;
    return cycles;`;
  const run = new Function("core", "R", "M8", "M16", "M32", "F8", "F16", "F32", "io", "budget", body);
  return { run, most, first: code.first, last: code.last };
}
