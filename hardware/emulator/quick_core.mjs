// Executes the processor's code: frequent runs of instructions as translated JavaScript (instructions.mjs), the rest by
// rp2040js. Code in RAM can change: before a run there is used, it is compared with the code it was translated from.
import { translate } from "./instructions.mjs";

const FLASH = 0x10000000;
const FLASH_HALFWORDS = 1024 * 1024; // 2 MB
const RAM = 0x20000000;
const RAM_HALFWORDS = 132 * 1024;
const OFTEN = 40; // executions before code is translated
const NEVER = { most: Infinity };

/** Translated code by its place, in halfwords of flash and then of RAM; kept as long as the flash: over power cuts too. */
export class Translations {
  constructor(flash) {
    this.flash16 = new Uint16Array(flash.buffer);
    this.code = new Array(FLASH_HALFWORDS + RAM_HALFWORDS);
    this.seen = new Uint8Array(FLASH_HALFWORDS + RAM_HALFWORDS);
    this.inFlash = new Set(); // the places of code in flash
  }

  /** Forget the code in a part of the flash that changes: wherever it starts, as a run may follow jumps either way. */
  forget(address, size) {
    const [from, to] = [FLASH + address, FLASH + address + size];
    for (const place of this.inFlash) {
      const { first, last } = this.code[place];
      if (last < from || first >= to) continue;
      this.code[place] = undefined;
      this.inFlash.delete(place);
    }
  }
}

function isThere({ from, halfwords }, memory) {
  let at = from;
  for (const halfword of halfwords) if (memory[at++] !== halfword) return false;
  return true;
}

/** The peripherals, for translated code: `extra` counts the cycles of the last access beyond two. */
class Peripherals {
  constructor(mcu, pio, cycleNs) {
    Object.assign(this, { mcu, pio, core: mcu.core, clock: mcu.clock, cycleNs });
    this.start = 0; // ns, of the first run
    this.before = 0; // cycles of the finished runs
    this.last = 0; // cycles before the last access
    this.extra = 0;
    this.stops = false; // whether a change has to be handled before the next run
  }

  begin(address, cycles, isWrite) {
    this.last = this.before + cycles;
    this.clock.nanosCounter = this.start + this.last * this.cycleNs();
    this.extra = this.core.cyclesIO(address, isWrite) - 1;
    if (isWrite) {
      this.stops = true;
      this.pio.edge = this.clock.nanosCounter;
    }
  }

  read(width, address, cycles) {
    const { mcu, clock, pio, core } = this;
    const alarm = clock.nextAlarm;
    const { due } = pio;
    this.begin(address, cycles, false);
    const value = width === 32 ? mcu.readUint32(address) : width === 16 ? mcu.readUint16(address) : mcu.readUint8(address);
    this.stops = core.interruptsUpdated || clock.nextAlarm !== alarm || pio.due !== due;
    return value | 0;
  }

  write(width, address, value, cycles) {
    this.begin(address, cycles, true);
    if (width === 32) this.mcu.writeUint32(address, value >>> 0);
    else if (width === 16) this.mcu.writeUint16(address, value >>> 0);
    else this.mcu.writeUint8(address, value >>> 0);
  }
}

export class QuickCore {
  constructor(mcu, pio, cycleNs, translations) {
    const { sram, flash } = mcu;
    this.core = mcu.core;
    this.clock = mcu.clock;
    this.known = translations;
    this.io = new Peripherals(mcu, pio, cycleNs);
    this.R = mcu.core.registers;
    this.m8 = sram;
    this.m16 = new Uint16Array(sram.buffer);
    this.m32 = new Uint32Array(sram.buffer);
    this.f8 = flash;
    this.f16 = translations.flash16;
    this.f32 = new Uint32Array(flash.buffer);
  }

  /** Execute runs within `budget` cycles, or else one instruction of any length; return the nanoseconds. */
  execute(budget) {
    const { core, clock, io, R, known } = this;
    const cycleNs = io.cycleNs();
    io.start = clock.nanosCounter;
    io.before = 0;
    io.stops = core.interruptsUpdated;
    while (!io.stops) {
      const place = (R[15] - FLASH) >>> 1;
      const code = (place < FLASH_HALFWORDS && known.code[place]) || this.translated(R[15]);
      const left = budget - io.before;
      if (code.most >= left) break;
      const cycles = code.run(core, R, this.m8, this.m16, this.m32, this.f8, this.f16, this.f32, io, left);
      if (cycles === 0) break;
      io.before += cycles;
    }
    clock.nanosCounter = io.start;
    if (io.before === 0) return core.executeInstruction() * io.cycleNs();
    // If the last access changed the clock's rate, the new one counts from that instruction on.
    return io.cycleNs() === cycleNs ? io.before * cycleNs : io.last * cycleNs + (io.before - io.last) * io.cycleNs();
  }

  /** Return the translated code at an address, NEVER if there is none. */
  translated(pc) {
    const { known, m16, f16 } = this;
    const isInRam = pc >>> 28 === RAM >>> 28;
    const [start, memory, first] = isInRam ? [RAM, m16, FLASH_HALFWORDS] : [FLASH, f16, 0];
    const place = first + ((pc - start) >>> 1);
    const code = known.code[place];
    if (code && isThere(code, memory)) return code;
    if (code) {
      known.code[place] = undefined;
      known.seen[place] = 0;
      return NEVER;
    }
    if (!(++known.seen[place] >= OFTEN)) return NEVER; // nor anywhere else
    const made = translate(pc, (address) => memory[(address - start) >>> 1]);
    made.from = (made.first - start) >>> 1;
    made.halfwords = isInRam ? m16.slice(made.from, ((made.last - RAM) >>> 1) + 1) : [];
    known.code[place] = made;
    if (!isInRam) known.inFlash.add(place);
    return made;
  }
}
