// An I2C controller of the RP2040 at its real speed: a byte takes nine bit times of the rate set in its registers,
// start and stop one each, and a bus held low stalls it.
//
// Bit time: RP2040 datasheet, section 4.3.14.1 (high count + spike length + 7, low count + 1 cycles).
const IC_ENABLE = 0x6c;
const STANDARD_MODE = 1;
const READ = 1; // I2CMode
const IDLE = 0; // I2CState
const BYTE_BITS = 9;
const TX_EMPTY = 1 << 4; // raw interrupt: everything was sent

export class I2cController {
  constructor(i2c, clock, cycleNs, wires, chips) {
    this.i2c = i2c;
    this.clock = clock;
    this.cycleNs = cycleNs;
    this.wires = wires;
    this.chips = chips;
    this.next = null; // called when the wires are done
    this.isStalled = false;
    this.isSending = false;
    this.freeAt = 0;
    this.written = [];
    this.alarm = clock.createAlarm(() => this.proceed());
    wires.released = () => { if (this.isStalled) this.alarm.schedule(this.bitNs()); };
    i2c.onStart = (isRepeated) => this.start(isRepeated);
    i2c.onConnect = (address, mode) => this.connect(address, mode);
    i2c.onWriteByte = (value) => this.write(value);
    i2c.onReadByte = (goesOn) => this.read(goesOn);
    i2c.onStop = () => this.stop();
    this.correctTxEmpty();
    this.resetWhenDisabled();
  }

  highNs() {
    const { i2c } = this;
    const spike = i2c.speed === STANDARD_MODE ? 1 : i2c.spikelen & 0xff;
    return (i2c.sclHighPeriod + spike + 7) * this.cycleNs();
  }

  lowNs() {
    return (this.i2c.sclLowPeriod + 1) * this.cycleNs();
  }

  bitNs() {
    return this.highNs() + this.lowNs();
  }

  after(bits, next) {
    this.next = next;
    this.isStalled = false;
    this.alarm.schedule(bits * this.bitNs());
  }

  proceed() {
    this.isStalled = this.wires.isStuck;
    if (this.isStalled) return;
    const { next } = this;
    this.next = null;
    next?.();
  }

  start() {
    this.finishWriting();
    const wait = Math.max(0, this.freeAt - this.clock.nanos) / this.bitNs();
    this.after(1 + wait, () => this.i2c.completeStart());
  }

  connect(address, mode) {
    this.after(BYTE_BITS, () => {
      const present = this.chips.present(address);
      this.address = address;
      if (present && mode === READ) this.chips.beginReading(address);
      this.i2c.completeConnect(present);
    });
  }

  write(value) {
    this.isSending = true;
    this.after(BYTE_BITS, () => {
      this.written.push(value);
      this.wrote(true);
    });
  }

  read() {
    this.after(BYTE_BITS, () => this.i2c.completeRead(this.chips.nextByte()));
  }

  /** A byte is on the wire, acknowledged or not. */
  wrote(isAcknowledged) {
    this.isSending = false;
    if (this.i2c.txFIFO.itemCount <= this.i2c.txThreshold) this.i2c.setInterrupts(TX_EMPTY);
    this.i2c.completeWrite(isAcknowledged);
  }

  stop() {
    this.finishWriting();
    this.freeAt = this.clock.nanos + 2 * this.bitNs();
    this.after(1, () => this.i2c.completeStop());
  }

  finishWriting() {
    if (this.written.length) this.chips.written(this.address, Uint8Array.from(this.written));
    this.written = [];
  }

  /** TX_EMPTY is set once the last byte is on the wire, or aborted; rp2040js sets it too early, or not at all. */
  correctTxEmpty() {
    const { i2c } = this;
    const set = i2c.setInterrupts.bind(i2c);
    const abort = i2c.abort.bind(i2c);
    i2c.setInterrupts = (mask) => set(this.isSending ? mask & ~TX_EMPTY : mask);
    i2c.abort = (reason) => {
      this.isSending = false;
      abort(reason);
      set(TX_EMPTY);
    };
  }

  /** Firmware disables the controller to abort a transfer: it then starts over. */
  resetWhenDisabled() {
    const { i2c } = this;
    const write = i2c.writeUint32.bind(i2c);
    i2c.writeUint32 = (offset, value) => {
      if (offset === IC_ENABLE && !(value & 1)) {
        this.release();
        this.isStalled = this.isSending = false;
        Object.assign(i2c, { state: IDLE, busy: false, stop: false, pendingRestart: false });
      }
      write(offset, value);
    };
  }

  /** Forget the transfer. */
  release() {
    this.finishWriting();
    this.alarm.cancel();
    this.next = null;
  }
}
