// Messages between the emulator and its parent process, over standard input and output. Reads block: while simulated
// time stands still there is nothing else to do.
//
// A message is its length (u32, of the rest), its kind (one letter) and its payload. All numbers are little-endian,
// times are nanoseconds as doubles.
import { readSync, writeSync } from "node:fs";

const INPUT = 0;
const OUTPUT = 1;
const HEADER = 4;
const BUFFER = 1 << 16; // bytes of messages that are not urgent, before they are written

export class Pipe {
  constructor() {
    this.buffer = Buffer.alloc(BUFFER);
    this.used = 0;
  }

  /** Queue a message; it is written before the next one is read. */
  post(kind, ...parts) {
    let size = 1;
    for (const part of parts) size += part.length;
    if (this.used + HEADER + size > this.buffer.length) this.flush();
    if (HEADER + size > this.buffer.length) this.buffer = Buffer.alloc(2 * (HEADER + size));
    this.used = this.buffer.writeUInt32LE(size, this.used);
    this.buffer[this.used++] = kind.charCodeAt(0);
    for (const part of parts) {
      this.buffer.set(part, this.used);
      this.used += part.length;
    }
  }

  flush() {
    for (let done = 0; done < this.used; ) done += writeSync(OUTPUT, this.buffer, done, this.used - done);
    this.used = 0;
  }

  /** Wait for a message: { kind, payload }, or null when the other side has closed the pipe. */
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

/** Pack numbers, one size each: "b" one byte, "w" four, "t" a time. */
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
