// The flash chip of the emulated Pico, a W25Q16: it takes its time, and keeps what a power cut leaves of it.
//
// Times: W25Q16JV datasheet, section 9.6, typical and maximum. To programming comes sending the page over a bus of one
// bit at a sixth of 125 MHz, as the boot ROM does. While the chip is busy the processor waits, and interrupts are off.
//
// A cut in the middle leaves bits in between. Programming: each bit that was to become 0 has become 0 with the share of
// the time that has passed. Erasing: the chip first programs the whole sector to 0 (the first PREPARING of the time),
// then raises it; each bit goes by the same odds. Which bits is chance from `seed` and the number of the operation.
const PAGE = 256;
const SECTOR = 4096;
const BLOCK = 65536;
const SIZE = 2 * 1024 * 1024;
const COMMAND_NS = (4 + PAGE) * 8 * 48;
const MS = 1_000_000;
const TIMES = {
  typical: { page: 0.4 * MS, sector: 45 * MS, block: 150 * MS },
  maximum: { page: 3 * MS, sector: 400 * MS, block: 2000 * MS },
};
const PREPARING = 0.3;

/** A sequence of numbers 0-1 that follows from `seed` (mulberry32). */
function chance(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function erasedMemory() {
  return new Uint8Array(16 * 1024 * 1024).fill(0xff);
}

export class Flash {
  /**
   * `memory` is as much as the processor can address (see `erasedMemory`). `began(number, kind, address, size, start, end)`
   * hears of every operation; times in ns of `now()`.
   */
  constructor(memory, now, began) {
    this.memory = memory;
    this.times = TIMES.typical;
    this.seed = 0;
    this.busyUntil = 0;
    this.number = 0; // of the operation that began last, from 1
    this.now = now;
    this.began = began;
    this.current = null;
    this.waiting = [];
  }

  /** Choose "typical" or "maximum" times. */
  setTimes(name) {
    this.times = TIMES[name];
  }

  erase(address, count, blockSize) {
    if (address % SECTOR || count % SECTOR || address + count > SIZE) {
      throw new Error(`The flash cannot erase ${count} bytes at 0x${address.toString(16)}.`);
    }
    for (const end = address + count; address < end; ) {
      const whole = blockSize === BLOCK && address % BLOCK === 0 && end - address >= BLOCK;
      const size = whole ? BLOCK : SECTOR;
      this.waiting.push({ kind: "erase", address, size, duration: whole ? this.times.block : this.times.sector });
      address += size;
    }
    this.next(this.now());
  }

  program(address, bytes) {
    if (address % PAGE || bytes.length % PAGE || address + bytes.length > SIZE) {
      throw new Error(`The flash cannot program ${bytes.length} bytes at 0x${address.toString(16)}.`);
    }
    for (let at = 0; at < bytes.length; at += PAGE) {
      const data = bytes.slice(at, at + PAGE);
      this.waiting.push({ kind: "program", address: address + at, size: PAGE, data, duration: this.times.page + COMMAND_NS });
    }
    this.next(this.now());
  }

  next(start) {
    this.current = this.waiting.shift() ?? null;
    if (!this.current) return;
    const { kind, address, size, duration } = this.current;
    this.current.start = start;
    this.busyUntil = start + duration;
    this.began(++this.number, kind, address, size, start, this.busyUntil);
  }

  /** Finish what is finished at this time. */
  advance(now) {
    while (this.current && now >= this.busyUntil) {
      this.apply(this.current);
      this.next(this.busyUntil);
    }
  }

  apply({ kind, address, size, data }) {
    if (kind === "erase") this.memory.fill(0xff, address, address + size);
    else for (let i = 0; i < size; i++) this.memory[address + i] &= data[i];
  }

  /** Put something in from outside, in no time; `changed(address, size)` hears of every sector that is another now. */
  load(address, bytes, changed) {
    for (let at = 0; at < bytes.length; at += SECTOR) {
      const part = bytes.subarray(at, at + SECTOR);
      const place = address + at;
      if (part.equals(this.memory.subarray(place, place + part.length))) continue;
      this.memory.set(part, place);
      changed(place, part.length);
    }
  }

  /** The power goes away now. */
  cut(now) {
    this.advance(now);
    if (this.current) this.leave(this.current, (now - this.current.start) / this.current.duration);
    this.current = null;
    this.waiting = [];
    this.busyUntil = 0;
  }

  /** Leave an operation of which a share (0-1) is done. */
  leave({ kind, address, size, data }, share) {
    if (share <= 0) return;
    const random = chance(this.seed * 1_000_003 + this.number);
    const bits = (odds) => {
      let byte = 0;
      for (let bit = 1; bit < 256; bit <<= 1) if (random() < odds) byte |= bit;
      return byte;
    };
    for (let i = address; i < address + size; i++) {
      if (kind === "program") this.memory[i] &= data[i - address] | ~bits(share);
      else if (share < PREPARING) this.memory[i] &= ~bits(share / PREPARING);
      else this.memory[i] = bits((share - PREPARING) / (1 - PREPARING));
    }
  }
}
