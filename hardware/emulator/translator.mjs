// Translates the processor's code into JavaScript for speed, a run of instructions at a time.
//
// A translated run accesses registers, flags, RAM and flash directly, and peripherals through `io` (quick_core.mjs),
// which sets the clock first and decides whether the run has to stop afterwards. At any other instruction (boot ROM,
// waiting, interrupts) the run stops, and rp2040js executes that one. Cycles are those of rp2040js.
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
      if (this.instruction(this.halfword(this.at)) === false) {
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
 * and returns its cycles, below `budget` if `most` is; 0 if the first instruction cannot be translated.
 */
export function translate(start, halfword) {
  const code = new Translation(start, halfword).translate();
  const names = [...code.used].filter((number) => number !== PC).sort((a, b) => a - b);
  const most = code.cycles + 4;
  const load = names.map((number) => `let ${reg(number)} = R[${number}] | 0;`).join(" ");
  const store = names.map((number) => `R[${number}] = ${reg(number)};`).join(" ");
  const body = `
    ${load}
    let n = core.N, z = core.Z, c = core.C, v = core.V, a = 0, b = 0, t = 0, pc = 0, cycles = 0;
    out: for (;;) {
      ${code.lines.join("\n      ").replaceAll("MOST", most)}
    }
    ${store} R[15] = pc;
    core.N = n; core.Z = z; core.C = c; core.V = v;
    return cycles;`;
  const run = new Function("core", "R", "M8", "M16", "M32", "F8", "F16", "F32", "io", "budget", body);
  return { run, most, first: code.first, last: code.last };
}
