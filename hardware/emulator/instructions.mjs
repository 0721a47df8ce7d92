// Translates the processor's code into JavaScript for speed, a run of instructions at a time: each method appends the
// translation of one of a group.
//
// A translated run accesses registers, flags, RAM and flash directly, and peripherals through `io` (quick_core.mjs),
// which sets the clock first and decides whether the run has to stop afterwards. At any other instruction (boot ROM,
// waiting, interrupts) the run stops, and rp2040js executes that one. Cycles are those of rp2040js.
//
// Source: ARMv6-M Architecture Reference Manual, section A6.7.
import { BYTE, HALF, LR, PC, reg, Run, SP, WORD } from "./run.mjs";

const LONGEST = 48; // instructions in a run
const CALLS_FOLLOWED = 24; // a run continues into called functions up to this many instructions

const CONDITIONS = [
  "z", "!z", "c", "!c", "n", "!n", "v", "!v", "c && !z", "!(c && !z)", "n === v", "n !== v",
  "n === v && !z", "!(n === v && !z)",
];

// A halfword or byte extended to a word: signed, signed, unsigned, unsigned.
const EXTENDED = [
  (value) => `(${value} << 16) >> 16`, (value) => `(${value} << 24) >> 24`,
  (value) => `${value} & 65535`, (value) => `${value} & 255`,
];
const BY_REGISTER = [
  ["store", WORD], ["store", HALF], ["store", BYTE], ["load", BYTE, EXTENDED[1]],
  ["load", WORD], ["load", HALF], ["load", BYTE], ["load", HALF, EXTENDED[0]],
];

class Instructions extends Run {
  /** Follow the code from its start until the run ends. */
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

  /** Translate one instruction; returns false if that is not possible. */
  instruction(op) {
    switch (op >> 12) {
      case 0b0000: case 0b0001: return this.shiftsAndSums(op);
      case 0b0010: case 0b0011: return this.immediate(op);
      case 0b0100: return this.registersAndLiterals(op);
      case 0b0101: return this.byRegister(op);
      case 0b0110: case 0b0111: case 0b1000: case 0b1001: return this.byOffset(op);
      case 0b1010: return this.addresses(op);
      case 0b1011: return this.various(op);
      case 0b1100: return this.multiple(op);
      case 0b1101: return this.conditional(op);
      default: return this.far(op);
    }
  }

  shiftsAndSums(op) {
    const d = op & 7;
    const m = this.get((op >> 3) & 7);
    const count = (op >> 6) & 31;
    switch (op >> 11) {
      case 0b00000:
        if (count) this.lines.push(`c = (${m} & ${1 << (32 - count)}) !== 0;`);
        this.logic(d, `${m} << ${count}`);
        return;
      case 0b00001:
        this.lines.push(`c = (${m} & ${1 << ((count || 32) - 1)}) !== 0;`);
        this.logic(d, count ? `(${m} >>> ${count}) | 0` : "0");
        return;
      case 0b00010:
        this.lines.push(`c = (${m} & ${1 << ((count || 32) - 1)}) !== 0;`);
        this.logic(d, `${m} >> ${count || 31}`);
        return;
    }
    const other = op & 0x400 ? `${(op >> 6) & 7}` : this.get((op >> 6) & 7);
    if (op & 0x200) this.subtract(d, m, other);
    else this.add(d, m, other);
  }

  immediate(op) {
    const d = (op >> 8) & 7;
    const value = op & 255;
    if (op >> 11 === 0b00100) {
      this.set(d, value);
      this.lines.push(`n = false; z = ${value === 0};`);
    } else if (op >> 11 === 0b00101) this.subtract(-1, this.get(d), value);
    else if (op >> 11 === 0b00110) this.add(d, this.get(d), value);
    else this.subtract(d, this.get(d), value);
  }

  registersAndLiterals(op) {
    if (op >> 11 === 0b01001) {
      const address = ((this.at + 4) & ~3) + ((op & 255) << 2);
      this.load((op >> 8) & 7, `${address | 0}`, WORD);
      return;
    }
    if (op >> 10 === 0b010000) return this.dataProcessing(op);
    const m = (op >> 3) & 15;
    const d = ((op >> 4) & 8) | (op & 7);
    switch ((op >> 8) & 3) {
      case 0: return this.move(d, `(${this.get(d)} + ${this.get(m)}) | 0`);
      case 1: this.subtract(-1, this.get(d), this.get(m)); return;
      case 2: return this.move(d, this.get(m));
    }
    if (op & 7) return false;
    this.lines.push(`t = ${this.get(m)};`);
    if (op & 0x80) this.set(LR, (this.at + 2) | 1);
    else this.lines.push(`if ((t >>> 28) === 15) ${this.giveUp()}`);
    if (op & 0x80 && m === LR) return false;
    this.end("t & -2", 2);
  }

  move(d, value) {
    if (d === PC) this.end(`(${value}) & -2`, 2);
    else this.set(d, d === SP ? `(${value}) & -4` : value);
  }

  dataProcessing(op) {
    const d = op & 7;
    const x = this.get(d);
    const m = this.get((op >> 3) & 7);
    switch ((op >> 6) & 15) {
      case 0: this.logic(d, `${x} & ${m}`); break;
      case 1: this.logic(d, `${x} ^ ${m}`); break;
      case 2: this.byCount(d, x, m, "a < 32 ? b << a : 0", "a <= 32 && (b & (1 << (32 - a))) !== 0"); break;
      case 3: this.byCount(d, x, m, "a < 32 ? (b >>> a) | 0 : 0", "a <= 32 && (b & (1 << (a - 1))) !== 0"); break;
      case 4: this.byCount(d, x, m, "b >> (a < 32 ? a : 31)", "(b & (1 << ((a < 32 ? a : 32) - 1))) !== 0"); break;
      case 5: this.add(d, x, m, true); break;
      case 6: this.subtract(d, x, m, true); break;
      case 7: this.byCount(d, x, m, "(b >>> (a & 31)) | (b << (32 - (a & 31)))", "(b & (1 << ((a - 1) & 31))) !== 0"); break;
      case 8: this.logic(-1, `${x} & ${m}`); break;
      case 9: this.subtract(d, "0", m); break;
      case 10: this.subtract(-1, x, m); break;
      case 11: this.add(-1, x, m); break;
      case 12: this.logic(d, `${x} | ${m}`); break;
      case 13: this.logic(d, `Math.imul(${x}, ${m})`); break;
      case 14: this.logic(d, `${x} & ~${m}`); break;
      default: this.logic(d, `~${m}`);
    }
  }

  /** A shift by the low byte of a register; a shift by 0 keeps the carry. */
  byCount(d, x, m, result, carry) {
    this.lines.push(`a = ${m} & 255; b = ${x}; if (a) c = ${carry};`);
    this.logic(d, result);
  }

  byRegister(op) {
    const [access, width, extend] = BY_REGISTER[(op >> 9) & 7];
    this[access](op & 7, `(${this.get((op >> 3) & 7)} + ${this.get((op >> 6) & 7)}) | 0`, width, extend);
  }

  byOffset(op) {
    const isLoad = op & 0x800;
    const kind = op >> 12;
    const isStack = kind === 0b1001;
    const width = kind === 0b0111 ? BYTE : kind === 0b1000 ? HALF : WORD;
    const base = this.get(isStack ? SP : (op >> 3) & 7);
    const offset = isStack ? (op & 255) << 2 : ((op >> 6) & 31) << width[2];
    const address = `(${base} + ${offset}) | 0`;
    const t = isStack ? (op >> 8) & 7 : op & 7;
    if (isLoad) this.load(t, address, width);
    else this.store(t, address, width);
  }

  addresses(op) {
    const offset = (op & 255) << 2;
    const d = (op >> 8) & 7;
    this.set(d, op & 0x800 ? `(${this.get(SP)} + ${offset}) | 0` : `${(((this.at & ~3) >>> 0) + 4 + offset) | 0}`);
  }

  various(op) {
    const d = op & 7;
    const m = () => this.get((op >> 3) & 7);
    if (op >> 8 === 0b10110000) {
      const offset = (op & 127) << 2;
      this.set(SP, `((${this.get(SP)} ${op & 0x80 ? "-" : "+"} ${offset}) | 0) & -4`);
    } else if (op >> 8 === 0b10110010) this.set(d, EXTENDED[(op >> 6) & 3](m()));
    else if (op >> 6 === 0b1011101000) {
      this.lines.push(`t = ${m()};`);
      this.set(d, "((t & 255) << 24) | (((t >> 8) & 255) << 16) | (((t >> 16) & 255) << 8) | ((t >> 24) & 255)");
    } else if (op >> 9 === 0b1011010) this.push(op);
    else if (op >> 9 === 0b1011110) this.pop(op);
    else return op === 0xbf00; // NOP
  }

  listed(op) {
    return [0, 1, 2, 3, 4, 5, 6, 7].filter((number) => op & (1 << number));
  }

  push(op) {
    const numbers = this.listed(op);
    this.cost += numbers.length; // rp2040js counts none for the link register
    if (op & 0x100) numbers.push(LR);
    const sp = this.get(SP);
    this.words(`(${sp} - ${4 * numbers.length}) | 0`, numbers.length);
    numbers.forEach((number, place) => this.lines.push(`M32[t + ${place}] = ${this.get(number)};`));
    this.set(SP, `((${sp} - ${4 * numbers.length}) | 0) & -4`);
  }

  pop(op) {
    const numbers = this.listed(op);
    const total = numbers.length + (op & 0x100 ? 1 : 0);
    const sp = this.get(SP);
    this.words(sp, total);
    if (op & 0x100) this.lines.push(`b = M32[t + ${numbers.length}] | 0; if ((b >>> 28) === 15) ${this.giveUp()}`);
    numbers.forEach((number, place) => this.set(number, `M32[t + ${place}] | 0`));
    this.set(SP, `((${sp} + ${4 * total}) | 0) & -4`);
    this.cost += numbers.length;
    if (op & 0x100) this.end("b & -2", this.cost + 2);
  }

  multiple(op) {
    const base = (op >> 8) & 7;
    const numbers = this.listed(op);
    this.words(this.get(base), numbers.length);
    this.lines.push(`a = (${this.get(base)} + ${4 * numbers.length}) | 0;`);
    numbers.forEach((number, place) => {
      if (op & 0x800) this.set(number, `M32[t + ${place}] | 0`);
      else this.lines.push(`M32[t + ${place}] = ${this.get(number)};`);
    });
    if (!numbers.includes(base)) this.set(base, "a");
    this.cost += numbers.length;
  }

  conditional(op) {
    const condition = CONDITIONS[(op >> 8) & 15];
    if (condition === undefined) return false;
    const target = this.at + 4 + (((op & 255) << 24) >> 23);
    this.lines.push(`if (${condition}) ${this.jump(target, 2)}`);
  }

  far(op) {
    if (op >> 11 === 0b11100) {
      const target = this.at + 4 + (((op & 0x7ff) << 21) >> 20);
      if (target === this.start) {
        this.lines.push(this.jump(target, 2));
        this.ends = true;
      } else {
        this.next = target;
        this.cost = 2;
      }
      return;
    }
    const second = this.halfword(this.at + 2);
    if (op >> 11 !== 0b11110 || second >> 14 !== 0b11 || !(second & 0x1000)) return false;
    this.last = Math.max(this.last, this.at + 2);
    const sign = (op >> 10) & 1;
    const i1 = 1 - (sign ^ ((second >> 13) & 1));
    const i2 = 1 - (sign ^ ((second >> 11) & 1));
    const offset = (sign ? -1 << 24 : 0) | (i1 << 23) | (i2 << 22) | ((op & 0x3ff) << 12) | ((second & 0x7ff) << 1);
    const target = this.at + 4 + offset;
    this.set(LR, (this.at + 4) | 1);
    if (this.visited.size < CALLS_FOLLOWED && target !== this.start) {
      this.next = target;
      this.cost = 3;
    } else this.end(target | 0, 3);
  }
}

/**
 * Translate the code at `start`: { run, most, first, last }. `run(core, R, memory views..., io, budget)` executes it
 * and returns its cycles, below `budget` if `most` is; 0 if the first instruction cannot be translated.
 */
export function translate(start, halfword) {
  const code = new Instructions(start, halfword).translate();
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
