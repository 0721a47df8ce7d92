// Messages between the emulator and the program that drives it, over standard input and output, waited for in place:
// while simulated time stands still nothing else has to happen here.
//
// A message is its length (u32, of what follows), its kind (one letter) and its payload; all numbers are little-endian,
// times are nanoseconds as doubles.
import { readSync, writeSync } from "node:fs";

const INPUT = 0;
const OUTPUT = 1;
const HEADER = 4;
const KEPT = 1 << 16; // bytes of messages that nobody waits for, before they are written

export class Pipe {
  constructor() {
    this.kept = Buffer.alloc(KEPT);
    this.used = 0;
  }

  /** Keep a message for the other side; it is written with the next one that somebody waits for. */
  post(kind, ...parts) {
    let size = 1;
    for (const part of parts) size += part.length;
    if (this.used + HEADER + size > this.kept.length) this.flush();
    if (HEADER + size > this.kept.length) this.kept = Buffer.alloc(2 * (HEADER + size));
    this.used = this.kept.writeUInt32LE(size, this.used);
    this.kept[this.used++] = kind.charCodeAt(0);
    for (const part of parts) {
      this.kept.set(part, this.used);
      this.used += part.length;
    }
  }

  /** Write what was posted. */
  flush() {
    for (let done = 0; done < this.used; ) done += writeSync(OUTPUT, this.kept, done, this.used - done);
    this.used = 0;
  }

  /** Wait for a message: { kind, payload }, or null when the other side has gone. */
  take() {
    this.flush();
    const header = this.read(HEADER);
    const body = header && this.read(header.readUInt32LE(0));
    return body && { kind: String.fromCharCode(body[0]), payload: body.subarray(1) };
  }

  read(count) {
    const bytes = Buffer.alloc(count);
    for (let done = 0; done < count; ) {
      const came = readSync(INPUT, bytes, done, count - done, null);
      if (came === 0) return null;
      done += came;
    }
    return bytes;
  }
}

/** The bytes of numbers, one size each: "b" one byte, "w" four, "t" a time. */
export function packed(sizes, ...numbers) {
  const bytes = Buffer.alloc(8 * sizes.length);
  let at = 0;
  for (let i = 0; i < sizes.length; i++) {
    if (sizes[i] === "b") at = bytes.writeUInt8(numbers[i], at);
    else if (sizes[i] === "w") at = bytes.writeUInt32LE(numbers[i], at);
    else at = bytes.writeDoubleLE(numbers[i], at);
  }
  return bytes.subarray(0, at);
}
