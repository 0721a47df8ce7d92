// A chip's individuality: the unique id of its flash, and the noise of its ring oscillator, which seeds the firmware's
// random numbers. Both are determined by their arguments, so that runs are repeatable.
//
// Sources: W25Q16JV datasheet, section 8.2.33 (unique id); RP2040 datasheet, section 2.17.7 (RANDOMBIT).
const SSI = 0x18000;
const DATA = 0x60;
const QSPI_PINS = 0x40018;
const READ_ID = 0x4b;
const ID_FROM = 5; // the command and four idle bytes come first
const OSCILLATOR = 0x40060;
const RANDOM_BIT = 0x1c;

/** Make the flash answer the command for its unique id with `id` (8 bytes). */
export function identify(mcu, id) {
  const bus = mcu.peripherals[SSI];
  const pins = mcu.peripherals[QSPI_PINS];
  const read = bus.readUint32.bind(bus);
  const write = bus.writeUint32.bind(bus);
  const select = pins.writeUint32Atomic.bind(pins);
  let sent = [];
  let answers = [];
  pins.writeUint32Atomic = (...access) => { // the chip is selected or released: a new command
    sent = [];
    answers = [];
    select(...access);
  };
  bus.writeUint32 = (offset, value) => {
    if (offset === DATA) {
      answers.push(sent[0] === READ_ID && sent.length >= ID_FROM ? id[sent.length - ID_FROM] ?? 0 : 0);
      sent.push(value & 255);
    }
    write(offset, value);
  };
  bus.readUint32 = (offset) => (offset === DATA && sent[0] === READ_ID ? answers.shift() ?? 0 : read(offset));
}

/** Make the oscillator give random bits from `seed` (xorshift32). */
export function seedNoise(mcu, seed) {
  const oscillator = mcu.peripherals[OSCILLATOR];
  const read = oscillator.readUint32.bind(oscillator);
  let state = (Math.imul(seed, 0x9e3779b1) ^ 0x5bd1e995) >>> 0 || 1;
  oscillator.readUint32 = (offset) => {
    if (offset !== RANDOM_BIT) return read(offset);
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 16) & 1;
  };
}
