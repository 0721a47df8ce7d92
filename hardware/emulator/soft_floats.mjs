// The floating-point functions of the RP2040's boot ROM that MicroPython calls, by their places in the ROM's table: work
// on the registers, and about the chip's cycles. The Pico SDK compares floats itself, and MicroPython brings its own
// sines and logarithms.
//
// Order: the Pico SDK's sf_table.h. Cycles: RP2040 datasheet, section 2.8.3.2.
const word = new Uint32Array(2);
const float = new Float32Array(word.buffer);
const double = new Float64Array(word.buffer);

export const PLACES = 32;

function toFloat(bits) {
  word[0] = bits;
  return float[0];
}

function toBits(value) {
  float[0] = value;
  return word[0];
}

/** Round down and clamp between the limits; NaN gives 0. */
function whole(value, low, high) {
  return Number.isNaN(value) ? 0 : Math.max(low, Math.min(high, Math.floor(value)));
}

const binary = (f) => (r) => { r[0] = toBits(f(toFloat(r[0]), toFloat(r[1]))); };

/** Round down to 64 bits, from 0 to all ones; a double holds each float and both halves of the result. */
function toUnsignedLong(r) {
  const value = whole(toFloat(r[0]), 0, 2 ** 64);
  [r[0], r[1]] = value < 2 ** 64 ? [value % 2 ** 32, value / 2 ** 32] : [0xffffffff, 0xffffffff];
}

function toDouble(r) {
  double[0] = toFloat(r[0]);
  [r[0], r[1]] = word;
}

export const SOFT_FLOATS = {
  0: [binary((a, b) => a + b), 71],
  1: [binary((a, b) => a - b), 74],
  2: [binary((a, b) => a * b), 69],
  3: [binary((a, b) => a / b), 71],
  6: [(r) => { r[0] = toBits(Math.sqrt(toFloat(r[0]))); }, 63],
  7: [(r) => { r[0] = whole(toFloat(r[0]), -(2 ** 31), 2 ** 31 - 1); }, 37],
  9: [(r) => { r[0] = whole(toFloat(r[0]), 0, 2 ** 32 - 1); }, 34],
  11: [(r) => { r[0] = toBits(r[0] | 0); }, 55],
  13: [(r) => { r[0] = toBits(r[0]); }, 53],
  29: [toUnsignedLong, 55],
  31: [toDouble, 25],
};
