// The flash chip of the emulated Pico, a W25Q16, with its timing and the effects of power cuts.
//
// Times: W25Q16JV datasheet, section 9.6, typical and maximum. Programming also sends the page over a bus of one bit at
// a sixth of 125 MHz, as the boot ROM does. While the chip is busy the processor waits, and interrupts are off.
//
// A power cut leaves some bits changed and others not. Programming: each bit to clear is clear with a probability equal
// to the elapsed share of the time. Erasing: the chip first programs the whole sector to 0 (the first PREPARING of the
// time), then raises it, each bit with the same probability. `seed` and the operation's number determine which bits.
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

/** Return a generator of random numbers 0-1 from `seed` (mulberry32). */
function randomFrom(seed) {
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
   * `memory` has all bytes that the processor can address (see `erasedMemory`). `began(number, kind, address, size, start,
   * end)` is called at every operation; times are in ns of `now()`.
   */
  constructor(memory, now, began) {
    this.memory = memory;
    this.times = TIMES.typical;
    this.seed = 0;
    this.busyUntil = 0;
    this.number = 0; // of the last operation begun, from 1
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

  /** Apply the operations that end by now. */
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

  /** Write bytes from outside, in no time; `changed(address, size)` is called for every sector that changes. */
  load(address, bytes, changed) {
    for (let at = 0; at < bytes.length; at += SECTOR) {
      const part = bytes.subarray(at, at + SECTOR);
      const place = address + at;
      if (part.equals(this.memory.subarray(place, place + part.length))) continue;
      this.memory.set(part, place);
      changed(place, part.length);
    }
  }

  /** Cut the power now. */
  cut(now) {
    this.advance(now);
    if (this.current) this.leave(this.current, (now - this.current.start) / this.current.duration);
    this.current = null;
    this.waiting = [];
    this.busyUntil = 0;
  }

  /** Leave an operation unfinished, with a share (0-1) of it done. */
  leave({ kind, address, size, data }, share) {
    if (share <= 0) return;
    const random = randomFrom(this.seed * 1_000_003 + this.number);
    const bits = (probability) => {
      let byte = 0;
      for (let bit = 1; bit < 256; bit <<= 1) if (random() < probability) byte |= bit;
      return byte;
    };
    for (let i = address; i < address + size; i++) {
      if (kind === "program") this.memory[i] &= data[i - address] | ~bits(share);
      else if (share < PREPARING) this.memory[i] &= ~bits(share / PREPARING);
      else this.memory[i] = bits((share - PREPARING) / (1 - PREPARING));
    }
  }
}
