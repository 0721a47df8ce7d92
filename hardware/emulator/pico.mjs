// The emulated Raspberry Pi Pico: rp2040js with a boot ROM, flash, wires and a USB cable around it, on one simulated
// clock that only `run` advances. Nothing reads the real time: the same input gives the same nanoseconds.
import { identify, seedNoise } from "./chip_identity.mjs";
import { BootRom } from "./boot_rom.mjs";
import { erasedMemory, Flash } from "./flash.mjs";
import { I2cController } from "./i2c_controller.mjs";
import { I2cWires } from "./i2c_wires.mjs";
import { PioClock } from "./pio_clock.mjs";
import { PixelWire } from "./pixel_wire.mjs";
import { QuickCore, Translations } from "./quick_core.mjs";
import { UsbHost } from "./usb_host.mjs";

const FLASH_START = 0x10000000;
const STACK = 0x20041f00;
const QUIET = { debug() {}, info() {}, warn() {}, error() {} };

export class Pico {
  /**
   * `handlers` has chips(bus), frame(pin, start, end, bytes), received(ns, bytes), flashBegan(number, kind, address, size,
   * start, end); `wiring` is { buses: [[sda, scl], ...], pixels: [pin, ...], id: eight bytes, seed }. The flash and its
   * translated code are those of the board `before` this one, if there was one.
   */
  constructor(RP2040, handlers, wiring, before) {
    this.RP2040 = RP2040;
    this.handlers = handlers;
    this.wiring = wiring;
    this.isOn = false;
    this.starts = 0;
    this.startNs = 0; // of the last power-on
    this.offNs = 0; // the time while the power is off
    this.cutAtNs = Infinity;
    this.cutAtOperation = 0;
    this.cutShare = 0;
    this.port = [true, false, false];
    this.faults = wiring.buses.map(() => [false, 0]);
    this.flash = new Flash(before?.flash.memory ?? erasedMemory(), () => this.nanos, (...operation) => this.flashBegan(...operation));
    this.flash.seed = wiring.seed;
    this.translations = before?.translations ?? new Translations(this.flash.memory);
    this.isQuick = true; // false: rp2040js executes everything, to compare
    this.pauses = false; // whether `run` ends early
    this.isHeld = false; // whether RUN is low
    this.booted = () => {};
    this.went = () => {};
  }

  get nanos() {
    return this.isOn ? this.startNs + this.mcu.clock.nanos : this.offNs;
  }

  powerOn() {
    if (!this.isOn && !this.isHeld) this.boot(new this.RP2040());
  }

  boot(mcu) {
    this.went();
    this.startNs = this.nanos;
    this.isOn = true;
    this.mcu = mcu;
    mcu.logger = QUIET;
    this.useFlash();
    this.setRate();
    mcu.addClockListener(() => this.setRate());
    const cycleNs = () => this.cycleNs;
    // The loader itself is not emulated: the board is off until it is switched on again.
    this.rom = new BootRom(mcu, this.flash, () => { this.cutAtNs = this.nanos; });
    this.pio = new PioClock(mcu, cycleNs);
    this.quick = new QuickCore(mcu, this.pio, cycleNs, this.translations);
    this.wires = this.wiring.buses.map(([sda, scl], bus) => {
      const chips = this.handlers.chips(bus);
      const wires = new I2cWires(mcu.gpio[sda], mcu.gpio[scl], chips);
      wires.setFault(...this.faults[bus]);
      new I2cController(mcu.i2c[bus], mcu.clock, cycleNs, wires, chips);
      return wires;
    });
    this.strips = this.wiring.pixels.map((pin) => {
      const frame = (start, end, bytes) => this.handlers.frame(pin, this.startNs + start, this.startNs + end, bytes);
      return new PixelWire(mcu.gpio[pin], () => this.pio.edge, frame);
    });
    this.usb = new UsbHost(mcu, (bytes) => this.handlers.received(this.nanos, bytes));
    this.usb.setPort(...this.port);
    identify(mcu, this.wiring.id);
    seedNoise(mcu, this.wiring.seed * 65_537 + ++this.starts);
    this.watchReset();
    Object.assign(mcu.core, { PC: FLASH_START, SP: STACK, LR: 0 });
    this.booted();
  }

  /** RUN goes low: the processor stops; the flash keeps its power, and ends what it does. */
  hold() {
    this.isHeld = this.isOn;
    this.resets = this.isOn;
  }

  /** RUN goes high again. */
  letGo() {
    const wasHeld = this.isHeld;
    this.isHeld = false;
    if (wasHeld && !this.isOn) this.boot(new this.RP2040());
  }

  /** The flash keeps its memory without power. */
  useFlash() {
    const { mcu, flash } = this;
    mcu.flash = flash.memory;
    mcu.flash16 = new Uint16Array(flash.memory.buffer);
    mcu.flashView = new DataView(flash.memory.buffer);
  }

  /** Round the time of a cycle to 1/32 ns: sums of those are exact. */
  setRate() {
    this.cycleNs = Math.round((32 * 1e9) / this.mcu.clkSys) / 32;
  }

  /** machine.reset() and an unfed watchdog restart the processor; the rest keeps its power. */
  watchReset() {
    const watchdog = this.mcu.peripherals[0x40058];
    watchdog.onWatchdogTrigger = () => {
      this.resets = true;
      watchdog.alarm.enable = false; // otherwise rp2040js triggers it again and again
    };
  }

  reset() {
    this.resets = false;
    if (this.isHeld) {
      this.turnOff();
      this.flash.waiting = [];
      return;
    }
    const old = this.mcu.peripherals[0x40058];
    const mcu = new this.RP2040();
    const watchdog = mcu.peripherals[0x40058];
    watchdog.reason = old.reason;
    watchdog.scratchData.set(old.scratchData);
    this.boot(mcu);
  }

  flashBegan(number, kind, address, size, start, end) {
    this.handlers.flashBegan(number, kind, address, size, start, end);
    this.translations.forget(address, size);
    if (number === this.cutAtOperation) this.cutAtNs = start + this.cutShare * (end - start);
  }

  /** Cut the power now. */
  cut() {
    this.isHeld = false;
    if (!this.isOn) return;
    this.turnOff();
    this.flash.cut(Math.min(this.cutAtNs, this.offNs)); // a planned cut does not wait for an instruction to end
    this.cutAtNs = Infinity;
    this.cutAtOperation = 0;
  }

  turnOff() {
    this.offNs = this.nanos;
    this.isOn = false;
    this.went();
  }

  setPort(...port) {
    this.port = port;
    if (this.isOn) this.usb.setPort(...port);
  }

  /** `unfinished` is a number of clocks from now on; null keeps the remaining ones. */
  setFault(bus, held, unfinished) {
    const fault = [held, unfinished ?? (this.isOn ? this.wires[bus].unfinished : 0)];
    this.faults[bus] = [held, 0];
    if (this.isOn) this.wires[bus].setFault(...fault);
  }

  /** Advance the time to `end` (ns). */
  run(end) {
    while (this.isOn && this.nanos < end && !this.pauses) {
      const limit = Math.min(end, this.cutAtNs);
      if (this.nanos < limit) this.execute(limit - this.startNs);
      if (this.resets) this.reset();
      else if (this.nanos >= this.cutAtNs) this.cut();
    }
    if (!this.isOn) this.offNs = Math.max(this.offNs, end);
    else for (const strip of this.strips) strip.latch(this.mcu.clock.nanos);
  }

  /** Execute instructions until `end` (ns since power-on), a reset, or a new plan to cut the power. */
  execute(end) {
    const { mcu, rom, pio, flash, quick, isQuick, startNs } = this;
    const { core, clock } = mcu;
    const plan = this.cutAtNs;
    while (clock.nanosCounter < end && !this.resets && !this.pauses && this.cutAtNs === plan) {
      const now = clock.nanosCounter;
      if (core.waiting || flash.current || now < rom.busyUntil) {
        const alarm = clock.nextAlarm ? clock.nextAlarm.nanos : Infinity;
        const ready = flash.current ? flash.busyUntil - startNs : now < rom.busyUntil ? rom.busyUntil : Infinity;
        clock.tick(Math.max(0, Math.min(end, alarm, pio.due, ready) - now));
        flash.advance(startNs + clock.nanosCounter);
      } else {
        const alarm = clock.nextAlarm ? clock.nextAlarm.nanos : Infinity;
        const budget = isQuick ? (Math.min(end, alarm, pio.due) - now) / this.cycleNs : 0;
        clock.tick(quick.execute(budget));
        if (rom.spent) rom.busyUntil = clock.nanosCounter + rom.spent * this.cycleNs;
        rom.spent = 0;
      }
      if (pio.due <= clock.nanosCounter) pio.advance(clock.nanosCounter);
      else pio.edge = clock.nanosCounter;
    }
  }
}
