// A run of instructions being translated into JavaScript: the building blocks for instructions.mjs. Registers and flags
// are local variables of the generated function; `t`, `a` and `b` are its temporaries.
const RAM = 0x20000000;
const RAM_BYTES = 264 * 1024;
const FLASH = 0x10000000;
const FLASH_BYTES = 16 * 1024 * 1024;

export const SP = 13;
export const LR = 14;
export const PC = 15;

// Views of RAM and flash, and the shift from an address to their index.
export const WORD = ["M32", "F32", 2];
export const HALF = ["M16", "F16", 1];
export const BYTE = ["M8", "F8", 0];

export const reg = (number) => `r${number}`;

/** One run of instructions being translated. `halfword(address)` reads code. */
export class Run {
  constructor(start, halfword) {
    this.start = start;
    this.halfword = halfword;
    this.at = start; // address of the instruction
    this.cycles = 0; // before it
    this.lines = [];
    this.used = new Set();
    this.visited = new Set();
    this.ends = false;
    this.last = start; // the highest address read
    this.first = start;
  }

  get(number) {
    if (number === PC) return `${(this.at + 4) | 0}`;
    this.used.add(number);
    return reg(number);
  }

  set(number, value) {
    this.used.add(number);
    this.lines.push(`${reg(number)} = ${value};`);
  }

  /** Leave the run after these cycles, with the next instruction at `pc` (JavaScript). */
  leave(pc, cycles) {
    return `{ pc = ${pc}; cycles += ${cycles}; break out; }`;
  }

  /** Leave before this instruction, for rp2040js to execute it. */
  giveUp() {
    return this.leave(this.at | 0, this.cycles);
  }

  end(pc, cycles) {
    this.lines.push(this.leave(pc, this.cycles + cycles));
    this.ends = true;
  }

  /** Jump to a known address: loop if that is the start of the run and time is left, otherwise leave. */
  jump(target, cycles) {
    const total = this.cycles + cycles;
    if (target !== this.start) return this.leave(target | 0, total);
    return `{ cycles += ${total}; if (cycles + MOST < budget) continue; pc = ${target | 0}; break out; }`;
  }

  /** Let flags n and z follow from t, and put it into a register, or nowhere. */
  result(destination) {
    this.lines.push("n = t < 0; z = t === 0;");
    if (destination >= 0) this.set(destination, "t");
  }

  add(destination, a, b, carry) {
    this.lines.push(`a = ${a}; b = ${b};`);
    if (carry) this.lines.push("t = (a + b + (c ? 1 : 0)) | 0; c = c ? (t >>> 0) <= (a >>> 0) : (t >>> 0) < (a >>> 0);");
    else this.lines.push("t = (a + b) | 0; c = (t >>> 0) < (a >>> 0);");
    this.lines.push("v = ((a ^ t) & (b ^ t)) < 0;");
    this.result(destination);
  }

  subtract(destination, a, b, borrow) {
    this.lines.push(`a = ${a}; b = ${b};`);
    if (borrow) this.lines.push("t = (a - b - (c ? 0 : 1)) | 0; c = c ? (a >>> 0) >= (b >>> 0) : (a >>> 0) > (b >>> 0);");
    else this.lines.push("t = (a - b) | 0; c = (a >>> 0) >= (b >>> 0);");
    this.lines.push("v = ((a ^ b) & (a ^ t)) < 0;");
    this.result(destination);
  }

  logic(destination, expression) {
    this.lines.push(`t = ${expression};`);
    this.result(destination);
  }

  /** Load from RAM or flash; `views` are those of the access's width. */
  load(destination, address, [ram, flash, shift], wrap = (value) => value) {
    const r = this.get(destination);
    this.cost = 2;
    this.lines.push(
      `a = ${address}; t = (a - ${RAM}) | 0;`,
      `if ((t >>> 0) < ${RAM_BYTES}) ${r} = ${wrap(`${ram}[t >>> ${shift}]`)};`,
      `else { t = (a - ${FLASH}) | 0; if ((t >>> 0) < ${FLASH_BYTES}) ${r} = ${wrap(`${flash}[t >>> ${shift}]`)}; else {`,
      `t = io.read(${8 << shift}, a >>> 0, cycles + ${this.cycles}); ${r} = ${wrap("t")}; cycles += io.extra;`,
      `if (io.stops || cycles + MOST >= budget) ${this.leave(this.next | 0, this.cycles + this.cost)} } }`,
    );
  }

  store(source, address, [ram, , shift]) {
    this.cost = 2;
    this.lines.push(
      `a = ${address}; t = (a - ${RAM}) | 0;`,
      `if ((t >>> 0) < ${RAM_BYTES}) ${ram}[t >>> ${shift}] = ${this.get(source)};`,
      `else { io.write(${8 << shift}, a >>> 0, ${this.get(source)}, cycles + ${this.cycles}); cycles += io.extra;`,
      `${this.leave(this.next | 0, this.cycles + this.cost)} }`,
    );
  }

  /** Check that `count` words from `address` are RAM, and put their index into t. */
  words(address, count) {
    this.lines.push(`t = ((${address}) - ${RAM}) | 0; if ((t >>> 0) > ${RAM_BYTES - 4 * count}) ${this.giveUp()} t >>>= 2;`);
  }
}
