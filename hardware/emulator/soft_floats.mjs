// The floating-point functions of the RP2040's boot ROM, which compilers call for every float: name, effect on the
// registers, and about the chip's cycles.
//
// Order and names: the Pico SDK's sf_table.h. Cycles: RP2040 datasheet, section 2.8.3.2 (for unlisted functions those
// of similar ones).
const word = new Uint32Array(1);
const float = new Float32Array(word.buffer);
const longWord = new BigInt64Array(1);
const double = new Float64Array(longWord.buffer);
const halves = new Uint32Array(longWord.buffer);

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
  if (Number.isNaN(value)) return 0;
  return Math.max(low, Math.min(high, Math.floor(value)));
}

function wholeLong(value, low, high) {
  if (Number.isNaN(value)) return 0n;
  if (value === Infinity) return high;
  if (value === -Infinity) return low;
  const rounded = BigInt(Math.floor(value));
  return rounded < low ? low : rounded > high ? high : rounded;
}

const signed = (bits) => bits | 0;
const unary = (f) => (r) => { r[0] = toBits(f(toFloat(r[0]))); };
const binary = (f) => (r) => { r[0] = toBits(f(toFloat(r[0]), toFloat(r[1]))); };
const long = (r) => { halves[0] = r[0]; halves[1] = r[1]; return longWord[0]; };
const setLong = (r, value) => { longWord[0] = value; r[0] = halves[0]; r[1] = halves[1]; };
const LEAST = -(2 ** 31);
const MOST = 2 ** 31 - 1;
const MOST_UNSIGNED = 2 ** 32 - 1;
const LEAST_LONG = -(2n ** 63n);
const MOST_LONG = 2n ** 63n - 1n;
const MOST_UNSIGNED_LONG = 2n ** 64n - 1n;

function order(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Round a long to a float only once: BigInt keeps the bits beyond a double as a sticky bit. */
function longToFloat(value, fraction) {
  const magnitude = value < 0n ? -value : value;
  const spare = BigInt(Math.max(0, magnitude.toString(2).length - 32));
  const sticky = magnitude & ((1n << spare) - 1n) ? 1n : 0n;
  const rounded = Number(((magnitude >> spare) | sticky) << spare);
  return toBits((value < 0n ? -rounded : rounded) / 2 ** fraction);
}

/** Set the core's flags as a comparison of integers would. */
function compareFlags(r, core) {
  const a = toFloat(r[0]);
  const b = toFloat(r[1]);
  const unordered = Number.isNaN(a) || Number.isNaN(b);
  core.Z = a === b;
  core.C = unordered || a >= b;
  core.N = a < b;
  core.V = false;
}

/** The table, four bytes an entry: [name, work on the registers, cycles]. */
export const SOFT_FLOATS = [
  ["fadd", binary((a, b) => a + b), 71],
  ["fsub", binary((a, b) => a - b), 74],
  ["fmul", binary((a, b) => a * b), 69],
  ["fdiv", binary((a, b) => a / b), 71],
  ["fcmp_fast", (r) => { r[0] = order(toFloat(r[0]), toFloat(r[1])); }, 28],
  ["fcmp_fast_flags", compareFlags, 28],
  ["fsqrt", unary(Math.sqrt), 63],
  ["float2int", (r) => { r[0] = whole(toFloat(r[0]), LEAST, MOST); }, 37],
  ["float2fix", (r) => { r[0] = whole(toFloat(r[0]) * 2 ** signed(r[1]), LEAST, MOST); }, 42],
  ["float2uint", (r) => { r[0] = whole(toFloat(r[0]), 0, MOST_UNSIGNED); }, 34],
  ["float2ufix", (r) => { r[0] = whole(toFloat(r[0]) * 2 ** signed(r[1]), 0, MOST_UNSIGNED); }, 39],
  ["int2float", (r) => { r[0] = toBits(signed(r[0])); }, 55],
  ["fix2float", (r) => { r[0] = toBits(signed(r[0]) / 2 ** signed(r[1])); }, 53],
  ["uint2float", (r) => { r[0] = toBits(r[0]); }, 53],
  ["ufix2float", (r) => { r[0] = toBits(r[0] / 2 ** signed(r[1])); }, 51],
  ["fcos", unary(Math.cos), 587],
  ["fsin", unary(Math.sin), 577],
  ["ftan", unary(Math.tan), 669],
  ["fsincos", (r) => { const x = toFloat(r[0]); r[0] = toBits(Math.cos(x)); r[1] = toBits(Math.sin(x)); }, 640],
  ["fexp", unary(Math.exp), 524],
  ["fln", unary(Math.log), 535],
  ["fcmp", (r) => { r[0] = order(toFloat(r[0]), toFloat(r[1])); }, 28],
  ["fatan2", binary(Math.atan2), 600],
  ["int642float", (r) => { r[0] = longToFloat(long(r), 0); }, 60],
  ["fix642float", (r) => { r[0] = longToFloat(long(r), signed(r[2])); }, 60],
  ["uint642float", (r) => { r[0] = longToFloat(BigInt.asUintN(64, long(r)), 0); }, 60],
  ["ufix642float", (r) => { r[0] = longToFloat(BigInt.asUintN(64, long(r)), signed(r[2])); }, 60],
  ["float2int64", (r) => setLong(r, wholeLong(toFloat(r[0]), LEAST_LONG, MOST_LONG)), 55],
  ["float2fix64", (r) => setLong(r, wholeLong(toFloat(r[0]) * 2 ** signed(r[1]), LEAST_LONG, MOST_LONG)), 60],
  ["float2uint64", (r) => setLong(r, wholeLong(toFloat(r[0]), 0n, MOST_UNSIGNED_LONG)), 55],
  ["float2ufix64", (r) => setLong(r, wholeLong(toFloat(r[0]) * 2 ** signed(r[1]), 0n, MOST_UNSIGNED_LONG)), 60],
  ["float2double", (r) => { double[0] = toFloat(r[0]); r[0] = halves[0]; r[1] = halves[1]; }, 25],
];
