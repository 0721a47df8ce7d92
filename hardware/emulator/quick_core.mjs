// Executes the processor's code: frequent runs of instructions as translated JavaScript (translator.mjs), the rest by
// rp2040js. Code in RAM can change: before a run there is used, it is compared with the code it was translated from.
import { translate } from "./translator.mjs";

const FLASH = 0x10000000;
const FLASH_HALFWORDS = 1024 * 1024; // 2 MB
const RAM = 0x20000000;
const RAM_HALFWORDS = 132 * 1024;
const OFTEN = 40; // executions before code is translated
const NEVER = { most: Infinity };

/** Translated code, kept as long as the flash: over power cuts too. */
export class Translations {
  constructor(flash) {
    this.flash16 = new Uint16Array(flash.buffer);
    this.inFlash = new Array(FLASH_HALFWORDS);
    this.seenInFlash = new Uint8Array(FLASH_HALFWORDS);
    this.inRam = new Array(RAM_HALFWORDS);
    this.seenInRam = new Uint8Array(RAM_HALFWORDS);
  }

  /** Forget the code in a part of the flash that changes. */
  forget(address, size) {
    const from = Math.max(0, (address >> 1) - 4096);
    for (let place = from; place < (address + size) >> 1; place++) {
      const known = this.inFlash[place];
      if (known && known.last >= FLASH + address && known.first < FLASH + address + size) this.inFlash[place] = undefined;
    }
  }
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
      const pc = R[15];
      const place = (pc - FLASH) >>> 1;
      const code = place < FLASH_HALFWORDS ? known.inFlash[place] ?? this.inFlash(place) : this.inRam((pc - RAM) >>> 1);
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

  inFlash(place) {
    const { known, f16 } = this;
    if (++known.seenInFlash[place] < OFTEN) return NEVER;
    const code = translate(FLASH + 2 * place, (address) => f16[(address - FLASH) >>> 1]);
    known.inFlash[place] = code;
    return code;
  }

  inRam(place) {
    if (place >= RAM_HALFWORDS) return NEVER;
    const { known, m16 } = this;
    const code = known.inRam[place];
    if (code) {
      let at = code.from;
      for (const halfword of code.halfwords) if (m16[at++] !== halfword) return this.forget(place);
      return code;
    }
    if (++known.seenInRam[place] < OFTEN) return NEVER;
    const made = translate(RAM + 2 * place, (address) => m16[(address - RAM) >>> 1]);
    made.from = (made.first - RAM) >>> 1;
    made.halfwords = m16.slice(made.from, ((made.last - RAM) >>> 1) + 1);
    known.inRam[place] = made;
    return made;
  }

  forget(place) {
    this.known.inRam[place] = undefined;
    this.known.seenInRam[place] = 0;
    return NEVER;
  }
}
