// The boot ROM of the emulated Pico: our own implementation of the functions in the RP2040's mask ROM.
//
// Firmware looks functions up in tables, by a two-letter code (RP2040 datasheet, section 2.8.3). Here each function is
// two instructions, BKPT #n and BX LR; JavaScript does the work at the break point. `spent` counts about the cycles
// that the chip would take.
import { PLACES, SOFT_FLOATS } from "./soft_floats.mjs";

const MAGIC_AT = 0x10;
const MAGIC = [0x4d, 0x75, 1, 3]; // "Mu", 1, and the version; the float table is the long one from version 2 on
const FUNCTION_TABLE_AT = 0x14;
const DATA_TABLE_AT = 0x16;
const LOOK_UP_AT = 0x18;
const CODE_AT = 0x200;
const FLOATS_AT = 0x1000;
const FUNCTION_TABLE = 0x1100; // never read: the look-up function has its own table
const DATA_TABLE = 0x1400;
const BREAK = 0xbe00;
const RETURN = 0x4770;
const LOOK_UP_CYCLES = 200; // the ROM walks its table
const CALL_CYCLES = 12;

function popcount(x) {
  let count = 0;
  for (; x; x = (x & (x - 1)) >>> 0) count++;
  return count;
}

function reversed(x) {
  let result = 0;
  for (let i = 0; i < 32; i++) result = (result << 1) | ((x >>> i) & 1);
  return result >>> 0;
}

export class BootRom {
  /** `toTheLoader()` is called when the firmware asks for BOOTSEL. */
  constructor(mcu, flash, toTheLoader) {
    this.mcu = mcu;
    this.flash = flash;
    this.toTheLoader = toTheLoader;
    this.spent = 0;
    this.busyUntil = 0; // ns since power-on
    this.work = [];
    this.view = new DataView(mcu.bootrom.buffer);
    this.table = new Map();
    this.provideFunctions();
    this.provideFloats();
    MAGIC.forEach((byte, i) => this.view.setUint8(MAGIC_AT + i, byte));
    this.view.setUint16(FUNCTION_TABLE_AT, FUNCTION_TABLE, true);
    this.view.setUint16(DATA_TABLE_AT, DATA_TABLE, true);
    const lookUp = this.entry((r) => { r[0] = this.table.get(r[1] & 0xffff) ?? 0; return LOOK_UP_CYCLES; });
    this.view.setUint16(LOOK_UP_AT, lookUp, true);
    mcu.onBreak = (number) => this.call(number);
  }

  call(number) {
    const work = this.work[number];
    if (!work) throw new Error(`The firmware stopped at break point ${number}, which is not a function of the boot ROM.`);
    this.spent += work(this.mcu.core.registers) ?? CALL_CYCLES;
  }

  entry(work) {
    const at = CODE_AT + 4 * this.work.length;
    this.view.setUint16(at, BREAK | this.work.length, true);
    this.view.setUint16(at + 2, RETURN, true);
    this.work.push(work);
    return at | 1;
  }

  provide(code, work) {
    this.table.set(code.charCodeAt(0) | (code.charCodeAt(1) << 8), this.entry(work));
  }

  provideFunctions() {
    this.provide("P3", (r) => { r[0] = popcount(r[0]); return 20; });
    this.provide("R3", (r) => { r[0] = reversed(r[0]); return 20; });
    this.provide("L3", (r) => { r[0] = Math.clz32(r[0]); return 20; });
    this.provide("T3", (r) => { r[0] = r[0] ? 31 - Math.clz32(r[0] & -r[0]) : 32; return 20; });
    for (const code of ["MS", "S4"]) this.provide(code, (r) => this.fill(r[0], r[1], r[2]));
    for (const code of ["MC", "C4"]) this.provide(code, (r) => this.copy(r[0], r[1], r[2]));
    for (const code of ["IF", "EX", "FC", "CX"]) this.provide(code, () => CALL_CYCLES);
    this.provide("RE", (r) => { this.flash.erase(r[0], r[1], r[2]); });
    this.provide("RP", (r) => { this.flash.program(r[0], this.bytesAt(r[1], r[2])); });
    this.provide("UB", () => { this.toTheLoader(); });
    this.provide("WV", () => { throw new Error("The firmware sent the second core to sleep; it is not emulated."); });
  }

  provideFloats() {
    for (let place = 0; place < PLACES; place++) {
      const missing = () => { throw new Error(`The firmware called float function ${place}, which is not emulated.`); };
      const [work, cycles] = SOFT_FLOATS[place] ?? [missing, 0];
      this.view.setUint32(FLOATS_AT + 4 * place, this.entry((r) => { work(r); return cycles; }), true);
    }
    this.table.set("S".charCodeAt(0) | ("F".charCodeAt(0) << 8), FLOATS_AT);
  }

  bytesAt(address, count) {
    const bytes = new Uint8Array(count);
    for (let i = 0; i < count; i++) bytes[i] = this.mcu.readUint8(address + i);
    return bytes;
  }

  /** Returns the ROM's cycles: it fills sixteen bytes at a time if the destination is aligned. */
  fill(to, value, count) {
    const { mcu } = this;
    const place = to - 0x20000000;
    if (place >= 0 && place + count <= mcu.sram.length) mcu.sram.fill(value & 255, place, place + count);
    else for (let i = 0; i < count; i++) mcu.writeUint8(to + i, value & 255);
    return 20 + (to & 3 ? 4 * count : 0.5 * count);
  }

  /** Returns the ROM's cycles: it copies words if both sides are aligned alike, otherwise bytes. */
  copy(to, from, count) {
    const { mcu } = this;
    const place = to - 0x20000000;
    if (place >= 0 && place + count <= mcu.sram.length) mcu.sram.set(this.bytesAt(from, count), place);
    else for (let i = 0; i < count; i++) mcu.writeUint8(to + i, mcu.readUint8(from + i));
    return 20 + ((to ^ from) & 3 ? 6 * count : count);
  }
}
